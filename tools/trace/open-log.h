/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* Opens a log or a dump, and reads its events. */
#ifndef POSIXTRACE_TOOLS_TRACE_OPEN_LOG_H
#define POSIXTRACE_TOOLS_TRACE_OPEN_LOG_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>
#include <time.h>
#include <trace.h>

#include "common/progress.h"
#include "trace/input.h"

struct open_log {
	const char *path;		/* "-": standard input */
	struct input input;
	trace_id_t trid;
	bool is_dump;			/* of ThreadX, else a log */
	void *data;			/* room for any event's, and a byte */
	size_t data_max;
	bool is_damaged;		/* a capture with damaged frames */
	uint64_t n_read;		/* events, since it was rewound */
	bool has_user_event;		/* one was read */
	/* The file as it was opened, to tell if it was replaced. */
	off_t size;
	struct timespec written;
	struct progress *progress;	/* NULL: not shown */
};

/*
 * A capture (capture.h) is opened as the log made of it.  Reports a failure
 * and returns false.
 */
bool open_log(struct open_log *log, const char *path);
/* The same events once more, with a place of its own; or, if it renews, those that a
 * log has by now.  A capture is not read again. */
bool open_log_again(struct open_log *log, const struct open_log *first, bool renews);
void open_log_close(struct open_log *log);

/* Has the file another length or time of writing by now?  Not of what it was
 * converted to, which stays as it is. */
bool open_log_has_changed(const struct open_log *log);

/* Read from the first event again.  Returns 0 or an errno value. */
int open_log_rewind(struct open_log *log);

/*
 * Show the progress of reading all events `times` over, by the number of
 * events in the log's status; 0: not known.  Several logs may share a progress
 * line.
 */
void open_log_show_progress(struct open_log *log, struct progress *progress,
			    unsigned times);

enum open_log_result { LOG_EVENT, LOG_END, LOG_FAILED };

/*
 * Read the next event; *len bytes of its data are in log->data.  A failure is
 * reported.
 */
enum open_log_result open_log_next(struct open_log *log,
				   struct posix_trace_event_info *info,
				   size_t *len);

#endif
