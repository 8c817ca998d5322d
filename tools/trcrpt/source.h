/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* The logs of a report, as one sequence of events in the order of time. */
#ifndef POSIXTRACE_TOOLS_TRCRPT_SOURCE_H
#define POSIXTRACE_TOOLS_TRCRPT_SOURCE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <posixtrace.h>

#include "hooks.h"
#include "trace/order.h"
#include "trace/reader.h"

/* Of one log; what an event holds is valid until the next is taken. */
struct source_event {
	struct posix_trace_event_info info;
	struct hook_type *type;
	void *data;
	size_t len;
	bool is_big_endian;	/* the data, if it is a user event's */
	const struct arguments *arguments;	/* NULL: not described */
	bool has_context;	/* of a ThreadX dump */
	struct posixtrace_context context;
};

struct source_log {
	struct reader reader;
	struct hooks_log types;
	struct source_event event;	/* the next one */
	bool has_event;
	char stream[TRACE_NAME_MAX + 1];
	struct timespec created;
	bool has_children;	/* INHERITED: events of other processes, too */
};

struct source {
	struct source_log *logs;
	size_t n;
	struct pick everything;
	struct hooks *hooks;
	struct order order;		/* whose event is next */
	struct source_log *last;	/* whose event was taken last */
	bool failed;
};

/*
 * Open logs: several are merged by time.  False: that went wrong, and has
 * been said.  `paths` and `hooks` must last.
 */
bool source_open(struct source *source, const char *const *paths, size_t n,
		 struct hooks *hooks, bool verbose);
void source_close(struct source *source);

/*
 * Take the next event; NULL: there is none, or source->failed and it has
 * been said.  The payload of a POSIX_TRACE_OVERFLOW is the number of events
 * that were lost, a uint64_t, where the log knows it.
 */
struct source_event *source_next(struct source *source);

/*
 * Say of each log what it lacks.  Returns the exit status that follows: fine,
 * lost or damaged.
 */
int source_status(const struct source *source);

#endif
