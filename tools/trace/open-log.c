/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* Opening and reading a log or a dump; see open-log.h. */
#include "trace/open-log.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <posixtrace.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "common/tool.h"
#include "trace/capture.h"
#include "trace/data-room.h"

static capture_import *const no_captures[] = { NULL };
static capture_import *const *captures = no_captures;

void capture_register(capture_import *const *imports)
{
	captures = imports;
}

/* Replace a capture by a log made of it.  False: that failed. */
static bool import(struct open_log *log)
{
	enum capture_result result = CAPTURE_OTHER;
	int fd = -1;

	for (size_t i = 0; captures[i] && result == CAPTURE_OTHER; i++)
		result = captures[i](log->input.fd, log->path, &fd,
				     &log->is_damaged);
	if (result == CAPTURE_TAKEN) {
		close(log->input.fd);
		log->input.fd = fd;
	}
	return result != CAPTURE_FAILED;
}

/* The file is open, and of a capture there is a log in its place.  `first`: whose events
 * it has; NULL: what is there now. */
static bool open_stream(struct open_log *log, const struct open_log *first)
{
	struct posixtrace_dump dump;
	struct stat status;
	int err;

	/* Before it is read: what is written later on is a change. */
	if (fstat(log->input.fd, &status) == 0) {
		log->size = status.st_size;
		log->written = status.st_mtim;
	}
	err = first && !first->is_dump ?
	      posixtrace_open_again(first->trid, &log->trid) :
	      posix_trace_open(log->input.fd, &log->trid);
	if (err) {
		input_refuse(&log->input, err);
		goto close_input;
	}
	log->is_dump = posixtrace_get_dump(log->trid, &dump) == 0;
	log->data_max = data_room(log->trid);
	log->data = malloc(log->data_max + 1);
	if (log->data)
		return true;
	tool_error("%s: out of memory", log->path);
	posix_trace_close(log->trid);
close_input:
	input_close(&log->input);
	return false;
}

bool open_log(struct open_log *log, const char *path)
{
	*log = (struct open_log){ .path = path };
	if (!input_open(&log->input, path))
		return false;
	if (input_is_log(&log->input) || import(log))
		return open_stream(log, NULL);
	input_close(&log->input);
	return false;
}

bool open_log_again(struct open_log *log, const struct open_log *first, bool renews)
{
	*log = (struct open_log){
		.path = first->path,
		.input = first->input,
		.is_damaged = first->is_damaged,
	};
	log->input.fd = fcntl(first->input.fd, F_DUPFD_CLOEXEC, 3);
	if (log->input.fd >= 0)
		return open_stream(log, renews ? NULL : first);
	input_refuse(&log->input, errno);
	return false;
}

bool open_log_has_changed(const struct open_log *log)
{
	struct stat status;

	return fstat(log->input.fd, &status) == 0 &&
	       (status.st_size != log->size ||
		status.st_mtim.tv_sec != log->written.tv_sec ||
		status.st_mtim.tv_nsec != log->written.tv_nsec);
}

int open_log_rewind(struct open_log *log)
{
	log->n_read = 0;
	return posix_trace_rewind(log->trid);
}

void open_log_show_progress(struct open_log *log, struct progress *progress,
			    unsigned times)
{
	struct posixtrace_usage usage;

	log->progress = progress;
	if (posixtrace_get_usage(log->trid, &usage) == 0)
		progress->total += times * usage.events;
}

enum open_log_result open_log_next(struct open_log *log,
				   struct posix_trace_event_info *info,
				   size_t *len)
{
	int unavailable = 0;
	int err;

	do {
		err = posix_trace_getnext_event(log->trid, info, log->data,
						log->data_max, len,
						&unavailable);
	} while (err == EINTR);
	if (err) {
		tool_error("%s: %s after %" PRIu64 " events", log->path,
			   strerror(err), log->n_read);
		return LOG_FAILED;
	}
	if (unavailable)
		return LOG_END;
	log->n_read++;
	log->has_user_event |= info->posix_event_id >= POSIX_TRACE_UNNAMED_USEREVENT;
	if (log->progress)
		progress_step(log->progress);
	return LOG_EVENT;
}

void open_log_close(struct open_log *log)
{
	free(log->data);
	posix_trace_close(log->trid);
	input_close(&log->input);
}
