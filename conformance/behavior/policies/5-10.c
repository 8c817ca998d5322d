/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * OVF-3: a reader of a LOOP stream that was overrun sees OVERFLOW, then RESUME,
 * then the oldest survivor; the stamps rise, and RESUME has that of the
 * survivor.
 *
 * Source: XSH 2.11.2 System Trace Event Type Definitions; TRC; derived.
 *
 * It does so when the stream has been stopped and its filter changed since.
 */
#define NEEDS (CT_FILTER)
#include "confoverrun.h"

static void test(void)
{
	static struct ct_event ev;
	trace_event_id_t id = ct_type("conformance a");
	trace_event_set_t set;
	trace_id_t trid;
	int n;

	SETUP(posix_trace_eventset_empty(&set));
	SETUP(posix_trace_eventset_add(CT_UNNAMED, &set));
	trid = ct_overwritten(id, &n);
	SETUP(posix_trace_stop(trid));
	SETUP(posix_trace_set_filter(trid, &set, POSIX_TRACE_SET_EVENTSET));
	if (!ct_find(ct_try, trid, &ev, POSIX_TRACE_OVERFLOW))
		FAIL("expected OVERFLOW after the filter was changed");
	if (!ct_find(ct_try, trid, &ev, POSIX_TRACE_RESUME))
		FAIL("expected RESUME after the filter was changed");
	if (!ct_find(ct_try, trid, &ev, id))
		FAIL("expected a survivor after RESUME");
	PASS("a change of the filter left OVERFLOW and RESUME alone");
}
