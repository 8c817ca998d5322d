/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * The events of `record --sched`: a thread gets a processor, leaves it, or the recording
 * ends.  Their types are user types, posixtrace_sched_in, posixtrace_sched_out and
 * posixtrace_sched_still, with arguments that record/sched.c describes, for all commands
 * know those.  posixtrace_page_fault is of the same group, and tells of no state.
 */
#ifndef POSIXTRACE_TOOLS_TRACE_SCHED_H
#define POSIXTRACE_TOOLS_TRACE_SCHED_H

#include <stdbool.h>
#include <stdint.h>

#include "trace/event.h"

extern const char sched_in_name[], sched_out_name[], sched_still_name[], sched_fault_name[];

/* Is it the name of one of these types? */
bool sched_is_type(const char *name);

/* What a thread does. */
enum sched_state {
	SCHED_UNKNOWN,
	SCHED_RUNS,
	SCHED_READY,			/* preempted, has yielded, or is new */
	SCHED_WAITS,
	SCHED_ENDED,
	SCHED_STATES,
};

/* The words of the events, for why a thread left a processor, what it was before, or
 * still is. */
#define SCHED_WORD_RUNNING "running"
#define SCHED_WORD_WAITING "waiting"
#define SCHED_WORD_PREEMPTED "preempted"
#define SCHED_WORD_NEW "new"
#define SCHED_WORD_ENDED "ended"

/* "running", "ready", "waiting" and so on. */
extern const char *const sched_words[SCHED_STATES];

struct sched_change {
	enum sched_state from;
	enum sched_state to;		/* unknown, at the end of the recording */
	uint32_t cpu;
	uint64_t ns;			/* it was in `from`; 0: not known */
};

/* False: it is no such event. */
bool sched_take(const struct trace_event *event, struct sched_change *change);

#endif
