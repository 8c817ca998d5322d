/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * START-1: starting a suspended stream that is not full makes it RUNNING and
 * records a START event.
 *
 * Source: XSH posix_trace_start() DESCRIPTION, XSH 2.11.2 System Trace Event
 * Type Definitions; TRC; shall.
 *
 * A second start after a stop records a second START, with the filter of
 * then.
 */
#define NEEDS (CT_FILTER)
#include "conftest.h"

static void test(void)
{
	static struct ct_event ev;
	trace_event_id_t in = ct_type("conformance in");
	trace_event_set_t set;
	trace_id_t trid = ct_running(NULL);
	int a = -1, b = -1;

	SETUP(posix_trace_stop(trid));
	SETUP(posix_trace_eventset_empty(&set));
	SETUP(posix_trace_eventset_add(in, &set));
	SETUP(posix_trace_set_filter(trid, &set, POSIX_TRACE_SET_EVENTSET));
	EXPECT(posix_trace_start(trid), 0);
	if (!ct_find(ct_try, trid, &ev, POSIX_TRACE_START))
		FAIL("expected the first START; none came");
	memcpy(&set, ev.data, sizeof(set));
	SETUP(posix_trace_eventset_ismember(in, &set, &a));
	if (!ct_find(ct_try, trid, &ev, POSIX_TRACE_START))
		FAIL("expected a second START; none came");
	memcpy(&set, ev.data, sizeof(set));
	SETUP(posix_trace_eventset_ismember(in, &set, &b));
	if (a || !b)
		FAIL("expected the type in the second filter only, got %d and "
				"%d", a, b);
	PASS("each START has the filter of its time");
}
