/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * ORD-1: events come oldest first, in the order in which they were
 * generated.
 *
 * Source: XSH posix_trace_getnext_event() DESCRIPTION; TRC; shall.
 *
 * Two processes that take turns, a millisecond apart.
 */
#define NEEDS (CT_INHERIT)
#include "conftest.h"

#define ROUNDS 40

static trace_event_id_t id;
static struct ct_pipe turn[2];

static void play(int me)
{
	int i;

	for (i = 0; i < ROUNDS; i++) {
		ct_hear(turn[me]);
		ct_fire(id, 2 * i + me);
		ct_pause();	/* above any resolution of the order */
		ct_tell(turn[!me]);
	}
}

static void test(void)
{
	static struct ct_event ev;
	trace_attr_t attr;
	trace_id_t trid;
	pid_t pid;
	int i;

	id = ct_type("conformance a");
	turn[0] = ct_pipe();
	turn[1] = ct_pipe();
	ct_attr(&attr, POSIX_TRACE_UNTIL_FULL, 2 * ROUNDS, 16);
	SETUP(posix_trace_attr_setinherited(&attr, POSIX_TRACE_INHERITED));
	ct_room(&attr, 2 * ROUNDS, 16);
	trid = ct_running(&attr);
	pid = ct_fork();
	if (pid == 0) {
		play(1);
		_exit(CT_DONE);
	}
	ct_tell(turn[0]);
	play(0);
	ct_reap(pid);
	for (i = 0; i < 2 * ROUNDS; i++)
		if (!ct_find(ct_try, trid, &ev, id) || ct_number(&ev) != i)
			FAIL("expected event %d, got %d", i, ct_number(&ev));
	PASS("the events of two processes came in the order of their turns");
}
