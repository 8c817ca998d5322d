/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * STOP-5: events recorded before stay readable.
 *
 * Source: XSH posix_trace_stop() DESCRIPTION, XSH posix_trace_getnext_event()
 * DESCRIPTION; TRC; derived.
 */
#include "conftest.h"

static void test(void)
{
	trace_event_id_t id = ct_type("conformance a");
	trace_id_t trid = ct_running_for(20);
	int i, n;

	for (i = 0; i < 20; i++)
		ct_fire(id, i);
	EXPECT(posix_trace_stop(trid), 0);
	n = ct_count(ct_try, trid, id);
	if (n != 20)
		FAIL("expected 20 events out of the stopped stream, got %d", n);
	PASS("the stopped stream gave its 20 events");
}
