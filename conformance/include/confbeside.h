/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* Threads that record numbered events of one type beside the program, until it ends
 * them. */
#ifndef CONFBESIDE_H
#define CONFBESIDE_H

#include "conftest.h"

static struct {
	trace_event_id_t id;
	pthread_t threads[3];
	int n;
	volatile sig_atomic_t over;
} ct_beside;

static inline void *ct_record_beside(void *arg)
{
	int i = 0;

	while (!ct_beside.over)
		ct_fire(ct_beside.id, i++);
	return arg;
}

static inline void ct_begin_beside(trace_event_id_t id, int threads)
{
	ct_beside.id = id;
	while (ct_beside.n < threads)
		ct_beside.threads[ct_beside.n++] =
			ct_thread(ct_record_beside, NULL);
}

static inline void ct_end_beside(void)
{
	ct_beside.over = 1;
	while (ct_beside.n > 0)
		ct_join(ct_beside.threads[--ct_beside.n]);
}

/* What a reader misses that cannot keep up for half a second. */
struct ct_missed {
	int read, recorded, gaps;
};

/* Wherever it misses events of a stream of this policy, `begin` and `end` came, and no
 * event between them. */
static inline struct ct_missed ct_must_mark_gaps(int policy,
		trace_event_id_t begin, trace_event_id_t end)
{
	static struct ct_event ev;
	trace_event_id_t id = ct_type("conformance a");
	struct ct_missed missed = { 0, 0, 0 };
	double until = ct_now() + 0.5;
	trace_attr_t attr;
	trace_id_t trid;
	int marks = 0;

	ct_attr(&attr, policy, 200, 16);
	trid = ct_running(&attr);
	ct_begin_beside(id, 1);
	while (ct_now() < until) {
		if (!ct_try(trid, &ev))
			continue;
		if (ct_is(trid, &ev, begin))
			marks = 1;
		else if (ct_is(trid, &ev, end) && marks == 1)
			marks = 2;
		if (!ct_is(trid, &ev, id))
			continue;
		if (marks == 1)
			FAIL("event %d came before the end of a gap",
					ct_number(&ev));
		if (ct_number(&ev) < missed.recorded)
			FAIL("event %d came after %d", ct_number(&ev),
					missed.recorded - 1);
		if (ct_number(&ev) > missed.recorded) {
			if (marks != 2)
				FAIL("events %d to %d are missing, and nothing "
						"said so", missed.recorded,
						ct_number(&ev) - 1);
			missed.gaps++;
		}
		marks = 0;
		missed.recorded = ct_number(&ev) + 1;
		missed.read++;
	}
	ct_end_beside();
	return missed;
}

/* Two threads that record in turn `rounds` times: the numbers rise by one. */
struct ct_turn {
	sem_t mine, *other;
	trace_event_id_t id;
	pthread_t thread;
	int first, rounds;
};

static inline void *ct_play(void *arg)
{
	struct ct_turn *me = arg;
	int i;

	for (i = 0; i < me->rounds; i++) {
		sem_wait(&me->mine);
		ct_fire(me->id, 2 * i + me->first);
		ct_pause();	/* above any resolution of the order */
		sem_post(me->other);
	}
	return NULL;
}

static inline void ct_begin_turns(struct ct_turn turns[2], trace_event_id_t id,
		int rounds)
{
	int i;

	for (i = 0; i < 2; i++) {
		sem_init(&turns[i].mine, 0, i == 0);
		turns[i].other = &turns[!i].mine;
		turns[i].id = id;
		turns[i].first = i;
		turns[i].rounds = rounds;
	}
	for (i = 0; i < 2; i++)
		turns[i].thread = ct_thread(ct_play, &turns[i]);
}

static inline void ct_end_turns(struct ct_turn turns[2])
{
	ct_join(turns[0].thread);
	ct_join(turns[1].thread);
}

/* Is it half a second ago that this was asked first? */
static inline int ct_half_second(void)
{
	static double end;

	if (end == 0)
		end = ct_now() + 0.5;
	return ct_now() >= end;
}

/* A pending cancellation takes no effect in `call`, while three threads record in
 * the stream *trid, which is for it. */
static inline void ct_must_not_cancel(void (*call)(void), trace_id_t *trid)
{
	trace_event_id_t id = ct_type("conformance a");
	trace_attr_t attr;
	int cancelled;

	ct_attr(&attr, POSIX_TRACE_LOOP, 500, 16);
	*trid = ct_running(&attr);
	ct_begin_beside(id, 3);
	cancelled = ct_cancels(call);
	ct_end_beside();
	if (cancelled)
		FAIL("the pending cancellation took effect");
	EXPECT(posix_trace_shutdown(*trid), 0);
}

#endif
