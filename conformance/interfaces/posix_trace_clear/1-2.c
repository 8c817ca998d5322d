/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * CLEAR-1: all events recorded before are gone, and the stream is not full.
 *
 * Source: XSH posix_trace_clear() DESCRIPTION; TRC; shall.
 *
 * Events recorded afterwards are there, and only they.
 */
#include "conftest.h"

static void test(void)
{
	static struct ct_event ev;
	trace_event_id_t id = ct_type("conformance a");
	trace_id_t trid = ct_running(NULL);
	int i;

	for (i = 0; i < 30; i++)
		ct_fire(id, i);
	EXPECT(posix_trace_clear(trid), 0);
	ct_fire(id, 100);
	ct_fire(id, 101);
	if (!ct_find(ct_try, trid, &ev, id) || ct_number(&ev) != 100)
		FAIL("expected event 100 first, got %d", ct_number(&ev));
	if (!ct_find(ct_try, trid, &ev, id) || ct_number(&ev) != 101)
		FAIL("expected event 101 second, got %d", ct_number(&ev));
	if (ct_find(ct_try, trid, &ev, id))
		FAIL("expected two events, a third came: %d", ct_number(&ev));
	PASS("the stream has what came after the clear");
}
