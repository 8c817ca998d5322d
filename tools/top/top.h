/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* posixtrace top: the tables of `stat --by`, again and again. */
#ifndef POSIXTRACE_TOOLS_TOP_TOP_H
#define POSIXTRACE_TOOLS_TOP_TOP_H

#include <posixtrace.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "stat/by.h"
#include "top/screen.h"
#include "trace/pick.h"

struct top {
	struct by_request by;
	struct pick pick;
	enum by_order order;
	int64_t interval_ns;
	unsigned iterations;		/* 0: until the end */
	size_t stream_size;		/* 0: the library's default */
	bool json;
	bool is_recent;			/* only what happened since the last picture */
	struct screen screen;
	unsigned n_shown;
	bool is_over;			/* the user wants no more */
	uint64_t last_events;		/* when it was shown last, ... */
	int64_t last_ns;		/* ... and when that was; 0: never */
};

/* A picture: what it is about, and what was counted. */
struct view {
	const char *what;
	const struct by *by;
	struct who who;
	const struct posixtrace_usage *usage;
	const char *idle;		/* why there are no events; NULL: not known */
};

/* Show it, and count that.  top->is_over: there is no need for another one.  False:
 * a failure, which was reported. */
bool top_show(struct top *top, const struct view *view);

/* Wait for a key for so long, and do what it says.  True: show that. */
bool top_wait(struct top *top, int ms);

/* Each returns the exit status.  A stream of its own for a process ... */
int top_attach(struct top *top, pid_t pid);
/* ... and the log of a stream, which is flushed; `stream` may be NULL: none, but a
 * file. */
int top_follow(struct top *top, const struct posixtrace_stream *stream,
	       const char *path);

#endif
