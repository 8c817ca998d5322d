/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * ORD-1: events come oldest first, in the order in which they were
 * generated.
 *
 * Source: XSH posix_trace_getnext_event() DESCRIPTION; TRC; shall.
 *
 * One thread, several types: program order.
 */
#include "conftest.h"

static void test(void)
{
	static struct ct_event ev;
	trace_event_id_t ids[7];
	char name[32];
	trace_attr_t attr;
	trace_id_t trid;
	int i, j, mine;

	for (i = 0; i < 7; i++) {
		snprintf(name, sizeof(name), "conformance %d", i);
		ids[i] = ct_type(name);
	}
	ct_attr(&attr, POSIX_TRACE_UNTIL_FULL, 1000, 16);
	trid = ct_running(&attr);
	for (i = 0; i < 1000; i++)
		ct_fire(ids[i * 5 % 7], i);
	for (i = 0; i < 1000;) {
		if (!ct_try(trid, &ev))
			FAIL("expected event %d; none came", i);
		for (mine = 0, j = 0; j < 7; j++)
			mine |= ct_is(trid, &ev, ids[j]) != 0;
		if (!mine)
			continue;
		if (!ct_is(trid, &ev, ids[i * 5 % 7]) || ct_number(&ev) != i)
			FAIL("expected event %d, got %d", i, ct_number(&ev));
		i++;
	}
	PASS("1000 events of seven types came in program order");
}
