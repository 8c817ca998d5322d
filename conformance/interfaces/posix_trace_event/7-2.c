/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * EVENT-10: the unnamed event type can be recorded, with any data.
 *
 * Source: XSH 2.11.2 User Trace Event Type Definitions; TRC; shall.
 *
 * Filtering the unnamed type filters it.
 */
#define NEEDS (CT_FILTER)
#include "conftest.h"

static void test(void)
{
	static struct ct_event ev;
	trace_event_set_t set;
	trace_id_t trid = ct_stream(NULL);

	SETUP(posix_trace_eventset_empty(&set));
	SETUP(posix_trace_eventset_add(CT_UNNAMED, &set));
	SETUP(posix_trace_set_filter(trid, &set, POSIX_TRACE_SET_EVENTSET));
	SETUP(posix_trace_start(trid));
	posix_trace_event(CT_UNNAMED, "unnamed", 7);
	if (ct_find(ct_try, trid, &ev, CT_UNNAMED))
		FAIL("expected no unnamed event; one came");
	PASS("the unnamed type can be filtered");
}
