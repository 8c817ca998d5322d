/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* What `posixtrace live` was asked for, and what becomes of the events. */
#ifndef POSIXTRACE_TOOLS_LIVE_LIVE_H
#define POSIXTRACE_TOOLS_LIVE_LIVE_H

#include <posixtrace.h>
#include <stdbool.h>
#include <stddef.h>

#include "live/endpoint.h"
#include "record/record.h"

struct live {
	struct record record;	/* first: record_parse() fills it in */
	bool frames;
	bool json;
	bool absolute;
	unsigned baud;
};

struct live_event {
	struct posix_trace_event_info info;
	void *data;
	size_t len;
};

/* Who takes the events: event() and pause() return 0 or an errno value. */
struct live_sink {
	void *state;
	int (*event)(void *state, const struct live_event *event);
	/* None is there just now: what came is to be seen. */
	int (*pause)(void *state);
	/* The end; frees.  Returns 0, or the errno value of what has not
	 * arrived. */
	int (*end)(void *state);
};

/* Each makes a sink.  False: no memory. */
bool live_text(struct live_sink *sink, const struct live *live,
	       trace_id_t trid, size_t data_max);
bool live_frames(struct live_sink *sink, const struct live *live,
		 trace_id_t trid, pid_t pid, struct endpoint *to);

#endif
