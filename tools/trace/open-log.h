/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* A log or a dump whose events a tool reads: opened, or said why not. */
#ifndef POSIXTRACE_TOOLS_TRACE_OPEN_LOG_H
#define POSIXTRACE_TOOLS_TRACE_OPEN_LOG_H

#include <stdbool.h>
#include <stddef.h>
#include <trace.h>

#include "common/progress.h"
#include "trace/input.h"

struct open_log {
	const char *path;		/* "-": standard input */
	struct input input;
	trace_id_t trid;
	bool is_dump;			/* of ThreadX, else a log */
	void *data;			/* room for the data of any event */
	size_t data_max;
	bool is_damaged;		/* a capture with damaged frames */
	uint64_t n_read;		/* events, since it was rewound */
	struct progress *progress;	/* NULL: nobody looks on */
};

/*
 * A capture (capture.h) is opened as the log that it comes to.  Reports a
 * failure and returns false.
 */
bool open_log(struct open_log *log, const char *path);
void open_log_close(struct open_log *log);

/*
 * Is it the log of a stream, written by its controller?  One that was made from
 * other logs, or from what was received, names none.
 */
bool open_log_has_stream(const struct open_log *log);

/* The next event is the first one again.  Returns 0 or an errno value. */
int open_log_rewind(struct open_log *log);

/*
 * Show how far the reading has come, of so many events as the log says it has,
 * `times` over; 0: not known.  Several logs may share what is shown.
 */
void open_log_show_progress(struct open_log *log, struct progress *progress,
			    unsigned times);

enum open_log_result { LOG_EVENT, LOG_END, LOG_FAILED };

/*
 * Read the next event; *len bytes of its data are in log->data.  If that fails
 * it says so.
 */
enum open_log_result open_log_next(struct open_log *log,
				   struct posix_trace_event_info *info,
				   size_t *len);

#endif
