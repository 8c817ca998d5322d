/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * LOOP-1: a full LOOP stream takes the room of its oldest events, so it
 * always holds the most recent ones.
 *
 * Source: XSH posix_trace_attr_setstreamfullpolicy() DESCRIPTION; TRC; shall.
 *
 * Several threads: whatever thread an event is of, the older go first, also
 * those of a thread that records no more.
 */
#include "conftest.h"

static trace_event_id_t idle_id, busy_id;

static void *idle(void *arg)
{
	sem_t *sems = arg;

	ct_fire(idle_id, 0);
	sem_post(&sems[0]);
	sem_wait(&sems[1]);
	return NULL;
}

static void test(void)
{
	static struct ct_event ev;
	trace_attr_t attr;
	trace_id_t trid;
	pthread_t thread;
	sem_t sems[2];
	int n, i, gap = 0, next = -1, old = 0;

	idle_id = ct_type("conformance idle");
	busy_id = ct_type("conformance busy");
	sem_init(&sems[0], 0, 0);
	sem_init(&sems[1], 0, 0);
	ct_attr(&attr, POSIX_TRACE_LOOP, 30, 64);
	trid = ct_running(&attr);
	n = ct_fill(trid, busy_id, 64);
	SETUP(posix_trace_clear(trid));
	thread = ct_thread(idle, sems);
	sem_wait(&sems[0]);
	n *= 4;
	for (i = 0; i < n; i++)
		ct_fire(busy_id, i);
	SETUP(posix_trace_stop(trid));
	while (ct_try(trid, &ev)) {
		old |= ct_is(trid, &ev, idle_id) != 0;
		if (!ct_is(trid, &ev, busy_id))
			continue;
		i = ct_number(&ev);
		gap |= next == -1 ? i != 0 : i != next;
		next = i + 1;
	}
	sem_post(&sems[1]);
	ct_join(thread);
	if (next != n)
		FAIL("expected the last of %d events, the newest is %d", n, next - 1);
	if (gap && old)
		FAIL("the oldest event stayed when younger ones were overwritten");
	PASS("the oldest event went first");
}
