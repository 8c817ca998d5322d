/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* A log or a dump whose events a tool reads: opened, or said why not. */
#include "open-log.h"

#include <stdlib.h>
#include <unistd.h>

#include "data-room.h"
#include "model/logform.h"
#include "rkh/import.h"
#include "tool.h"

/* Put a log in the place of a capture. */
static bool import(struct open_log *log)
{
	int fd = rkh_import(log->input.fd, log->path, &log->is_damaged);

	if (fd < 0)
		return false;
	close(log->input.fd);
	log->input.fd = fd;
	return true;
}

bool open_log(struct open_log *log, const char *path)
{
	int err;

	*log = (struct open_log){ .path = path };
	if (!input_open(&log->input, path))
		return false;
	if (rkh_is_capture(log->input.fd) && !input_is_log(&log->input) &&
	    !import(log))
		goto close_input;
	err = posix_trace_open(log->input.fd, &log->trid);
	if (err) {
		input_refuse(&log->input, err);
		goto close_input;
	}
	if (!input_is_log(&log->input))
		err = pxt_dump_open(log->input.fd, &log->dump, NULL);
	if (err) {
		input_refuse(&log->input, err);
		goto close_trace;
	}
	log->data_max = data_room(log->trid);
	log->data = malloc(log->data_max);
	log->names = thread_names_create(log->input.fd);
	if (log->data && log->names)
		return true;
	tool_error("%s: out of memory", path);
	thread_names_destroy(log->names);
	free(log->data);
	pxt_dump_close(log->dump);
close_trace:
	posix_trace_close(log->trid);
close_input:
	input_close(&log->input);
	return false;
}

void open_log_close(struct open_log *log)
{
	thread_names_destroy(log->names);
	free(log->data);
	pxt_dump_close(log->dump);
	posix_trace_close(log->trid);
	input_close(&log->input);
}

bool open_log_has_stream(const struct open_log *log)
{
	struct pxt_log_head head;

	/* Zero is zero in either byte order. */
	return !log->dump &&
	       pread(log->input.fd, &head, sizeof(head), PXT_LOG_HEAD) ==
	       (ssize_t)sizeof(head) && head.controller_pid != 0;
}
