/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * What events have to be like to cause a snapshot:
 *
 *	NAME			any event of that name
 *	NAME.ARGUMENT > VALUE	one of whose arguments that holds; >=, <, <=, ==, !=;
 *				VALUE is a number, a time in nanoseconds, or a text
 *	NAME gap > TIME		none for longer than that since the last one
 *	NAME slice > TIME	from NAME_begin to NAME_end of a thread
 */
#ifndef POSIXTRACE_TOOLS_RECORD_CONDITION_H
#define POSIXTRACE_TOOLS_RECORD_CONDITION_H

#include <argp.h>
#include <stdbool.h>
#include <stdint.h>

#include "record/exclude.h"
#include "trace/types.h"

enum condition_kind {
	CONDITION_EVENT,
	CONDITION_ARGUMENT,
	CONDITION_GAP,
	CONDITION_SLICE,
};

enum { CONDITION_THREADS = 256 };	/* in slices at the same time */

struct condition {
	const char *text;		/* as it was written */
	enum condition_kind kind;
	char *name, *end_name;		/* the events; end_name: of a slice */
	char *argument, *value;
	const char *comparison;
	bool is_number;
	long double number;		/* of `value` */
	int64_t limit_ns;
	/* What has been seen, for condition_report(). */
	bool is_seen, is_end_seen;	/* an event of the name; of `end_name` */
	bool has_argument;		/* one with the argument, and ... */
	bool is_comparable;		/* ... one that can be compared with it */
	bool is_text;			/* the argument of the last one */
	/* State: times since the epoch; 0: none. */
	int64_t last_ns;
	bool is_late;			/* GAP: found once */
	struct {
		pid_t pid, tid;
		int64_t begun_ns;
	} slice[CONDITION_THREADS];
};

/* Parse one; 0, or the result of tool_misuse() or ENOMEM.  `text` stays. */
error_t condition_parse(const char *text, struct condition **condition);
void condition_free(struct condition *condition);

/* Add the names of its events. */
error_t condition_name(const struct condition *condition,
		       struct exclude_list *names);

/* Is it met by this event?  `type` is the event's; for data without described
 * arguments it is not. */
bool condition_holds(struct condition *condition, const struct type *type,
		     const struct posix_trace_event_info *info, const void *data,
		     size_t len);

/* Report, when all events have been seen, why it could never be met. */
void condition_report(const struct condition *condition);

/* Is it met by no event until this time? */
bool condition_is_late(struct condition *condition, int64_t now_ns);

#endif
