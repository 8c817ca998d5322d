/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* Finds what several logs have of one switch; see twice.h. */
#include "merge/twice.h"

#include <stdlib.h>

#include "trace/sched.h"

enum {
	/*
	 * The kernel writes a switch for one recorder after the other, mostly within
	 * some microseconds, and may be interrupted in between, as by a hypervisor.
	 */
	APART_NS = 2000000,
	/* Of a thread, within that time. */
	KEPT = 64,
	LOGS = 64,			/* bits of `had_by` */
};

struct change {
	int64_t ns;
	uint64_t had_by;		/* logs, by their numbers modulo LOGS */
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
	return change->ns - known->ns <= APART_NS &&
	       known->is.to == change->is.to && known->is.cpu == change->is.cpu &&
	       are_same(known->is.from, change->is.from);
}

/*
 * Those of a thread are in the same order in each log, and so many may be within the
 * time that the nearest would be another one: the first after what this log has had
 * already.  If it has had none, as when it begins, the newest.
 */
static struct change *find_known(struct twice_thread *thread,
				 const struct change *change)
{
	const size_t end = thread->n > KEPT ? thread->n - KEPT : 0;
	struct change *oldest = NULL, *newest = NULL;

	for (size_t i = thread->n; i-- > end;) {
		struct change *known = &thread->newest[i % KEPT];

		if (known->had_by & change->had_by)
			return oldest;
		if (!is_known(known, change))
			continue;
		oldest = known;
		newest = newest ? newest : known;
	}
	return newest;
}

enum twice_found twice_take(struct twice *twice, size_t log, int64_t ns, int32_t pid,
			    int32_t tid, const struct trace_event *event)
{
	struct change change = { .ns = ns, .had_by = UINT64_C(1) << log % LOGS };
	struct twice_thread *thread;
	struct change *known;

	if (!sched_take(event, &change.is))
		return TWICE_NEW;
	thread = find_thread(twice, pid, tid);
	if (!thread)
		return TWICE_NO_MEMORY;
	known = find_known(thread, &change);
	if (known) {
		known->had_by |= change.had_by;
		twice->n_dropped++;
		return TWICE_KNOWN;
	}
	thread->newest[thread->n++ % KEPT] = change;
	return TWICE_NEW;
}
