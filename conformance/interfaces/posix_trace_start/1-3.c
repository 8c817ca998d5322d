/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * START-1: starting a suspended stream that is not full makes it RUNNING and
 * records a START event.
 *
 * Source: XSH posix_trace_start() DESCRIPTION, XSH 2.11.2 System Trace Event
 * Type Definitions; TRC; shall.
 *
 * With Trace Event Filter its data is the filter, as many bytes as a set
 * has.
 */
#define NEEDS (CT_FILTER)
#include "conftest.h"

static void test(void)
{
	static struct ct_event ev;
	trace_event_id_t in = ct_type("conformance in");
	trace_event_id_t out = ct_type("conformance out");
	trace_event_set_t set;
	trace_id_t trid = ct_stream(NULL);
	int a = -1, b = -1;

	SETUP(posix_trace_eventset_empty(&set));
	SETUP(posix_trace_eventset_add(in, &set));
	SETUP(posix_trace_set_filter(trid, &set, POSIX_TRACE_SET_EVENTSET));
	EXPECT(posix_trace_start(trid), 0);
	if (!ct_find(ct_try, trid, &ev, POSIX_TRACE_START))
		FAIL("expected a START event; none came");
	if (ev.len != sizeof(set))
		FAIL("expected %zu bytes of data, got %zu", sizeof(set), ev.len);
	memcpy(&set, ev.data, sizeof(set));
	SETUP(posix_trace_eventset_ismember(in, &set, &a));
	SETUP(posix_trace_eventset_ismember(out, &set, &b));
	if (!a || b)
		FAIL("expected the filtered type in the set and not the "
				"other, got %d and %d", a, b);
	PASS("START carries the filter");
}
