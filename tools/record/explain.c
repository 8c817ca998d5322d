/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* Why a stream cannot be created or a process not be traced, in words. */
#include "record/record.h"

#include <errno.h>
#include <string.h>

#include "common/tool.h"
#include "record/process.h"
#include "record/why.h"

static void explain_missing(pid_t pid)
{
	pid_t of;

	switch (process_identify(pid, &of)) {
	case PROCESS_IS_THREAD:
		tool_error("-p %d: no process, but a thread of process %d; "
			   "use -p %d", (int)pid, (int)of, (int)of);
		return;
	case PROCESS_IS_KERNEL:
		tool_error("-p %d: a thread of the kernel, which has no trace "
			   "points; 'ps' lists the processes", (int)pid);
		return;
	case PROCESS_HAS_ENDED:
		tool_error("-p %d: the process has ended, only its parent has "
			   "not waited for it (a zombie); 'ps' lists those "
			   "that run", (int)pid);
		return;
	case PROCESS_RUNS:
	case PROCESS_IS_MISSING:
		break;
	}
	tool_error("-p %d: no such process; 'ps' lists those there are",
		   (int)pid);
}

void record_explain(const struct record *record, const char *log, int err)
{
	int pid = (int)record->pid;

	switch (err) {
	case ESRCH:
		if (!pid)
			break;
		explain_missing(record->pid);
		return;
	case EPERM:
		if (!pid)
			break;
		tool_error("-p %d: the process of another user; "
			   "be that user or root", pid);
		return;
	case EAGAIN:
		why_no_slot(pid);
		return;
	case EACCES:
	case ENOMEM:
	case EMFILE:
	case ENFILE:
		why_scarce(pid, record->stream_size);
		return;
	case EBUSY:
		tool_error("%s: another stream writes into it; name another "
			   "file with -o", log);
		return;
	case EINVAL:
		tool_error("the stream: its sizes do not go together; "
			   "choose other --stream-size, --max-data, --log-size");
		return;
	case ENOTSUP:
		tool_error("--compress: libzstd is not there, or this build is "
			   "without; leave it out");
		return;
	case ENOSPC:
		tool_error("%s: %s; name a file with more room with -o", log,
			   strerror(err));
		return;
	case EFBIG:
		tool_error("%s: %s; raise the limit of a file's size "
			   "(ulimit -f)", log, strerror(err));
		return;
	}
	tool_error("the stream: %s", strerror(err));
}
