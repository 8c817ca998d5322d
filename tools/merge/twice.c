/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* Finds what several logs have of one switch; see twice.h. */
#include "merge/twice.h"

#include <stdlib.h>

#include "trace/sched.h"

enum {
	/* Each log has a switch within 3 microseconds of when it was. */
	APART_NS = 10000,
	/* Of a thread, within that time. */
	KEPT = 8,
};

struct change {
	int64_t ns;
	size_t log;
	struct sched_change is;
};

struct twice_thread {
	struct change newest[KEPT];	/* the next one is at n % KEPT */
	size_t n;
};

void twice_init(struct twice *twice)
{
	*twice = (struct twice){ 0 };
	places_init(&twice->places);
}

void twice_fini(struct twice *twice)
{
	free(twice->threads);
	places_fini(&twice->places);
}

/* NULL: no memory. */
static struct twice_thread *find_thread(struct twice *twice, int32_t pid, int32_t tid)
{
	size_t number;

	if (!places_find(&twice->places, 0, (uint32_t)pid, (uint32_t)tid, &number))
		return NULL;
	if (number == twice->room) {
		size_t room = twice->room ? 2 * twice->room : 64;
		struct twice_thread *threads = reallocarray(twice->threads, room,
							    sizeof(*threads));

		if (!threads)
			return NULL;
		twice->threads = threads;
		twice->room = room;
	}
	if (number == twice->n)
		twice->threads[twice->n++] = (struct twice_thread){ 0 };
	return &twice->threads[number];
}

static bool are_same(enum sched_state a, enum sched_state b)
{
	return a == b || a == SCHED_UNKNOWN || b == SCHED_UNKNOWN;
}

/* Is it a change that another log has?  One of them may not know what was before. */
static bool is_known(const struct change *known, const struct change *change)
{
	return known->log != change->log && change->ns - known->ns <= APART_NS &&
	       known->is.to == change->is.to && known->is.cpu == change->is.cpu &&
	       are_same(known->is.from, change->is.from);
}

enum twice_found twice_take(struct twice *twice, size_t log, int64_t ns, int32_t pid,
			    int32_t tid, const struct trace_event *event)
{
	struct change change = { .ns = ns, .log = log };
	struct twice_thread *thread;

	if (!sched_take(event, &change.is))
		return TWICE_NEW;
	thread = find_thread(twice, pid, tid);
	if (!thread)
		return TWICE_NO_MEMORY;
	for (size_t i = 0; i < KEPT && i < thread->n; i++) {
		if (!is_known(&thread->newest[i], &change))
			continue;
		twice->n_dropped++;
		return TWICE_KNOWN;
	}
	thread->newest[thread->n++ % KEPT] = change;
	return TWICE_NEW;
}
