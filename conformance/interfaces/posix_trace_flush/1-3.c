/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * FLUSH-1: the events of the stream go to the log; the end of it shows in
 * posix_stream_flush_status.
 *
 * Source: XSH posix_trace_flush() DESCRIPTION, XSH 2.11.1
 * posix_trace_status_info Structure; TRL; shall.
 *
 * Data reaches the file: a child that flushes and is killed leaves the
 * events behind.
 */
#define NEEDS (CT_LOG)
#include "conftest.h"

static void test(void)
{
	trace_event_id_t id;
	int fd = ct_file(), status, n;
	pid_t pid = ct_fork();
	trace_id_t trid;

	if (pid == 0) {
		id = ct_type("conformance a");
		trid = ct_logging_to(fd, 25);
		for (n = 0; n < 25; n++)
			ct_fire(id, n);
		ct_flush(trid);
		raise(SIGKILL);
		_exit(1);
	}
	SYSTEM(waitpid(pid, &status, 0));
	if (!WIFSIGNALED(status))
		exit(WEXITSTATUS(status));
	fd = SYSTEM(open(ct_path, O_RDONLY));
	CT_UNTIL(posix_trace_open(fd, &trid) == 0);
	id = ct_type_in(trid, "conformance a");
	n = ct_count(ct_read, trid, id);
	if (n != 25)
		FAIL("expected the 25 flushed events in the log, got %d", n);
	PASS("what was flushed outlived the process");
}
