/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * ORD-1: events come oldest first, in the order in which they were
 * generated.
 *
 * Source: XSH posix_trace_getnext_event() DESCRIPTION; TRC; shall.
 *
 * Two threads that take turns, a millisecond apart.
 */
#include "confbeside.h"

#define ROUNDS 50

static void test(void)
{
	static struct ct_turn turns[2];
	static struct ct_event ev;
	trace_event_id_t id = ct_type("conformance a");
	trace_attr_t attr;
	trace_id_t trid;
	int i;

	ct_attr(&attr, POSIX_TRACE_UNTIL_FULL, 2 * ROUNDS, 16);
	trid = ct_running(&attr);
	ct_begin_turns(turns, id, ROUNDS);
	ct_end_turns(turns);
	for (i = 0; i < 2 * ROUNDS; i++)
		if (!ct_find(ct_try, trid, &ev, id) || ct_number(&ev) != i)
			FAIL("expected event %d, got %d", i, ct_number(&ev));
	PASS("the events of two threads came in the order of their turns");
}
