/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * SYS-2: the data of system events has the lengths that the standard gives.
 *
 * Source: XSH 2.11.2 System Trace Event Type Definitions; TRC; shall.
 *
 * START, STOP and FILTER.
 */
#define NEEDS (CT_FILTER)
#include "conftest.h"

static void test(void)
{
	static struct ct_event ev;
	trace_event_set_t set;
	trace_id_t trid = ct_running(NULL);
	int seen = 0;

	SETUP(posix_trace_eventset_empty(&set));
	SETUP(posix_trace_eventset_add(ct_type("conformance a"), &set));
	SETUP(posix_trace_set_filter(trid, &set, POSIX_TRACE_SET_EVENTSET));
	SETUP(posix_trace_stop(trid));
	while (ct_try(trid, &ev)) {
		size_t want = ct_is(trid, &ev, POSIX_TRACE_START) ? sizeof(set) :
			ct_is(trid, &ev, POSIX_TRACE_FILTER) ? 2 * sizeof(set) :
			ct_is(trid, &ev, POSIX_TRACE_STOP) ? sizeof(int) : ev.len;

		if (ev.len != want)
			FAIL("expected %zu bytes, got %zu", want, ev.len);
		seen += ct_is(trid, &ev, POSIX_TRACE_START) ? 1 :
			ct_is(trid, &ev, POSIX_TRACE_FILTER) ? 10 :
			ct_is(trid, &ev, POSIX_TRACE_STOP) ? 100 : 0;
	}
	if (seen != 111)
		FAIL("expected START, FILTER and STOP once each, got %d", seen);
	PASS("START, FILTER and STOP have data of the right length");
}
