/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* From when to when threads were in a state; see sched-states.h. */
#include "trace/sched-states.h"

#include <stdlib.h>

void sched_states_init(struct sched_states *states)
{
	*states = (struct sched_states){ 0 };
	places_init(&states->places);
}

void sched_states_fini(struct sched_states *states)
{
	free(states->threads);
	places_fini(&states->places);
}

/* NULL: no memory. */
static struct sched_thread *find_thread(struct sched_states *states, int64_t pid,
					int64_t tid, size_t *number)
{
	if (!places_find(&states->places, 0, (uint64_t)pid, (uint64_t)tid, number))
		return NULL;
	if (*number == states->room) {
		size_t room = states->room ? 2 * states->room : 64;
		struct sched_thread *threads = reallocarray(states->threads, room,
							    sizeof(*threads));

		if (!threads)
			return NULL;
		states->threads = threads;
		states->room = room;
	}
	if (*number == states->n)
		states->threads[states->n++] = (struct sched_thread){
			.pid = pid, .tid = tid,
		};
	return &states->threads[*number];
}

static struct sched_span bound(const struct sched_states *states,
			       enum sched_state state, uint64_t begin, uint64_t end)
{
	return (struct sched_span){
		.state = state,
		.begin = begin > states->first ? begin : states->first,
		.end = end,
	};
}

/*
 * What a thread has done until `ns`.  It began with the event before, if that says the
 * same, and never earlier: times are converted, so that a length may differ from that by
 * some nanoseconds.
 */
static struct sched_span span_of(const struct sched_states *states,
				 const struct sched_thread *thread,
				 const struct sched_change *change, uint64_t ns)
{
	uint64_t begin = change->ns < ns ? ns - change->ns : 0;

	/* A length that is not known is 0. */
	if (change->from == SCHED_UNKNOWN || change->ns == 0)
		return (struct sched_span){ .begin = ns, .end = ns };
	if (begin < thread->since || (change->from == thread->state && !thread->is_cut))
		begin = thread->since;
	return bound(states, change->from, begin, ns);
}

static struct sched_span rest_of(const struct sched_states *states,
				 const struct sched_thread *thread)
{
	if (thread->state == SCHED_UNKNOWN || thread->state == SCHED_ENDED)
		return (struct sched_span){ .state = SCHED_UNKNOWN };
	return bound(states, thread->state, thread->since,
		     thread->is_cut ? thread->until : states->last);
}

/* What is left of the state before, if the event tells of another one. */
static struct sched_span before_of(const struct sched_states *states,
				   const struct sched_thread *thread,
				   const struct sched_span *span)
{
	struct sched_span before = rest_of(states, thread);

	if (span->begin <= thread->since ||
	    (before.state == span->state && span->begin <= before.end))
		before.end = before.begin;
	else if (before.end > span->begin)
		before.end = span->begin;
	return before;
}

enum sched_found sched_states_take(struct sched_states *states,
				   const struct trace_event *event, uint64_t ns,
				   struct sched_step *step)
{
	struct sched_thread *thread;

	if (!states->has_begun)
		states->first = ns;
	states->has_begun = true;
	if (!sched_take(event, &step->change))
		return SCHED_OTHER;
	thread = find_thread(states, event->info.posix_pid, event->info.posix_tid,
			     &step->thread);
	if (!thread)
		return SCHED_NO_MEMORY;
	step->span = span_of(states, thread, &step->change, ns);
	step->before = before_of(states, thread, &step->span);
	thread->state = step->change.to;
	thread->since = ns;
	thread->is_cut = false;
	states->last = ns;
	return SCHED_STEP;
}

void sched_states_gap(struct sched_states *states)
{
	for (size_t i = 0; i < states->n; i++) {
		struct sched_thread *thread = &states->threads[i];

		if (!thread->is_cut)
			thread->until = states->last;
		thread->is_cut = true;
	}
}

struct sched_span sched_states_rest(const struct sched_states *states, size_t thread)
{
	return rest_of(states, &states->threads[thread]);
}
