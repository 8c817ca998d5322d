/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * From when to when threads ran, were ready and waited, of the events of `record
 * --sched`: the same for all commands that tell of it.
 *
 * An event tells what a thread has done until then, and for how long.  What no later
 * event of the thread tells, for the log ends, or some were lost, is known until the
 * last event of any thread: the recorder adds those of all threads in the order of
 * time.  A recorder that is not killed adds a last event of each thread
 * (posixtrace_sched_still).  Nothing begins before the first event that is taken.
 */
#ifndef POSIXTRACE_TOOLS_TRACE_SCHED_STATES_H
#define POSIXTRACE_TOOLS_TRACE_SCHED_STATES_H

#include "trace/places.h"
#include "trace/sched.h"

struct sched_thread {
	int64_t pid, tid;
	enum sched_state state;		/* since `since`, which no event has told yet */
	uint64_t since;
	bool is_cut;			/* known only until `until` */
	uint64_t until;
};

struct sched_states {
	struct places places;
	struct sched_thread *threads;	/* by the numbers of their places */
	size_t n, room;
	bool has_begun;
	uint64_t first;			/* time of the first event */
	uint64_t last;			/* ... and of the last one of a thread */
};

/* A thread was in a state; nothing is known if it does not end after it begins. */
struct sched_span {
	enum sched_state state;
	uint64_t begin, end;
};

/* What an event of a thread tells. */
struct sched_step {
	size_t thread;			/* its number */
	struct sched_change change;
	struct sched_span before;	/* its state of which no other event tells */
	struct sched_span span;		/* what it has done until the event */
};

static inline bool sched_span_is_known(const struct sched_span *span)
{
	return span->begin < span->end;
}

void sched_states_init(struct sched_states *states);
void sched_states_fini(struct sched_states *states);

/* Take any event, at a time in ns.  SCHED_STEP: it is of these, and tells *step. */
enum sched_found { SCHED_OTHER, SCHED_STEP, SCHED_NO_MEMORY };
enum sched_found sched_states_take(struct sched_states *states,
				   const struct trace_event *event, uint64_t ns,
				   struct sched_step *step);

/* Events are lost here. */
void sched_states_gap(struct sched_states *states);

/* At the end: what a thread did last, of which no event tells. */
struct sched_span sched_states_rest(const struct sched_states *states, size_t thread);

#endif
