/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * FILT-7: events recorded before the change stay.
 *
 * Source: XSH posix_trace_set_filter() DESCRIPTION, XBD 4.19 Tracing; TEF;
 * derived.
 */
#define NEEDS (CT_FILTER)
#include "conftest.h"

static void test(void)
{
	trace_event_id_t id = ct_type("conformance a");
	trace_event_set_t set;
	trace_id_t trid = ct_running_for(10);
	int i, n;

	for (i = 0; i < 10; i++)
		ct_fire(id, i);
	SETUP(posix_trace_eventset_empty(&set));
	SETUP(posix_trace_eventset_add(id, &set));
	EXPECT(posix_trace_set_filter(trid, &set, POSIX_TRACE_SET_EVENTSET), 0);
	n = ct_count(ct_try, trid, id);
	if (n != 10)
		FAIL("expected the ten earlier events, got %d", n);
	PASS("the earlier events stayed");
}
