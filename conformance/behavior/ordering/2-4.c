/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * ORD-3: control events keep their place among user events.
 *
 * Source: XSH posix_trace_getnext_event() DESCRIPTION, XSH 2.11.2 System Trace
 * Event Type Definitions; TRC; derived.
 *
 * FILTERs that come as soon as possible after user events have stamps in that order,
 * too.
 */
#define NEEDS (CT_FILTER)
#include "confstamp.h"

static void test(void)
{
	trace_event_id_t id = ct_type("conformance a");
	trace_id_t trid = ct_stream_for(40, 44);
	trace_event_set_t set;
	int i, n;

	SETUP(posix_trace_eventset_empty(&set));
	SETUP(posix_trace_eventset_add(CT_UNNAMED, &set));
	SETUP(posix_trace_start(trid));
	for (i = 0; i < 40; i++) {
		ct_fire(id, i);
		SETUP(posix_trace_set_filter(trid, &set, i % 2 == 0 ?
				POSIX_TRACE_ADD_EVENTSET :
				POSIX_TRACE_SUB_EVENTSET));
	}
	n = ct_stamped_filters(ct_try, trid);
	if (n != 40)
		FAIL("expected 40 FILTERs, got %d", n);
	PASS("the stamps of %d FILTERs are in order", n);
}
