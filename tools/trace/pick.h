/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* Which events of a trace `report` and `convert` take: what both are asked in
 * the same words, and the answer for an event. */
#ifndef POSIXTRACE_TOOLS_TRACE_PICK_H
#define POSIXTRACE_TOOLS_TRACE_PICK_H

#include "common/moment.h"
#include "common/patterns.h"
#include "trace/event.h"
#include "trace/threads.h"

/* All zero: every event. */
struct pick {
	struct patterns only;
	struct patterns not;
	struct ids pids;
	struct threads threads;
	struct moment from;
	struct moment to;
	/* Once the first event that is read is known: its time, and what of
	 * the trace is taken. */
	struct timespec first;
	struct timespec begin;
	struct timespec end;
	bool was_reversed;		/* that has been said */
};

/* Rows of a table of options; those of the times have names of their own. */
#define PICK_OPTIONS \
	{ "event", 'e', "GLOB", 0, \
	  "only events whose name matches; may be given again", 0 }, \
	{ "exclude", 'x', "GLOB", 0, \
	  "no events whose name matches; may be given again", 0 }, \
	{ "pid", 'p', "PID,...", 0, "only events of these processes", 0 }, \
	{ "tid", 't', "TID,...|GLOB", 0, \
	  "only events of these threads, or of those whose name matches; may " \
	  "be given again", 0 }

#define PICK_FROM_DOC \
	"nothing before TIME: 1.5s, 200ms since the first event, or " \
	"@2026-01-31T12:00:00Z"
#define PICK_TO_DOC	"nothing after TIME"

/* One of these options; ARGP_ERR_UNKNOWN if it is another one. */
error_t pick_parse(struct pick *pick, int key, char *arg);

/* The values of the options for times, as they are called here. */
error_t pick_parse_from(struct pick *pick, const char *option,
			const char *arg);
error_t pick_parse_to(struct pick *pick, const char *option, const char *arg);
void pick_fini(struct pick *pick);

/* The first event that was read was at this time. */
void pick_begin(struct pick *pick, const struct timespec *first);

/* Neither --from nor --to was given. */
static inline bool pick_is_whole(const struct pick *pick)
{
	return pick->from.kind == MOMENT_NONE && pick->to.kind == MOMENT_NONE;
}

/* Before --from, or behind --to. */
bool pick_is_early(const struct pick *pick, const struct timespec *time);
bool pick_is_late(const struct pick *pick, const struct timespec *time);

/* The event that was read last from the log, of which its type is known. */
bool pick_lets(const struct pick *pick, const struct open_log *log,
	       const struct trace_event *event);

#endif
