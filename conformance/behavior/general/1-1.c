/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * SYS-1: STOP has data 0 after posix_trace_stop(), and other data after an
 * automatic stop.
 *
 * Source: XSH 2.11.2 System Trace Event Type Definitions; TRC; shall.
 *
 * Both in one stream.
 */
#include "conftest.h"

static void test(void)
{
	static struct ct_event ev;
	trace_event_id_t id = ct_type("conformance a");
	trace_attr_t attr;
	trace_id_t trid;
	int i, n, by_hand;

	ct_attr(&attr, POSIX_TRACE_UNTIL_FULL, 30, 64);
	trid = ct_running(&attr);
	SETUP(posix_trace_stop(trid));
	SETUP(posix_trace_start(trid));
	n = ct_fill(trid, id, 64);
	for (i = 0; i < 16; i++)
		ct_fire(id, n + i);
	if (!ct_find(ct_try, trid, &ev, POSIX_TRACE_STOP))
		FAIL("expected two STOPs, got none");
	by_hand = ct_number(&ev);
	if (!ct_find(ct_try, trid, &ev, POSIX_TRACE_STOP))
		FAIL("expected two STOPs, got one");
	if (by_hand != 0 || ct_number(&ev) == 0)
		FAIL("expected 0, then another number; got %d and %d", by_hand,
				ct_number(&ev));
	PASS("STOP had data 0, then %d", ct_number(&ev));
}
