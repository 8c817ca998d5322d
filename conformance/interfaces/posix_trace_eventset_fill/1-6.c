/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * SET-3: POSIX_TRACE_SYSTEM_EVENTS puts in all system types, and no user
 * type.
 *
 * Source: XSH posix_trace_eventset_fill() DESCRIPTION; TEF; shall.
 *
 * As a filter it keeps no user event out, not the unnamed one either.
 */
#define NEEDS (CT_FILTER)
#include "conftest.h"

static void test(void)
{
	trace_event_id_t id = ct_type("conformance a");
	trace_event_set_t set;
	trace_id_t trid = ct_stream_for(20, 8);
	static struct ct_event ev;
	int named = 0, unnamed = 0;

	EXPECT(posix_trace_eventset_fill(&set, POSIX_TRACE_SYSTEM_EVENTS), 0);
	SETUP(posix_trace_set_filter(trid, &set, POSIX_TRACE_SET_EVENTSET));
	SETUP(posix_trace_start(trid));
	ct_fire(id, 1);
	ct_fire(CT_UNNAMED, 2);
	while (ct_try(trid, &ev)) {
		named += ct_is(trid, &ev, id) != 0;
		unnamed += ct_is(trid, &ev, CT_UNNAMED) != 0;
	}
	if (named != 1 || unnamed != 1)
		FAIL("expected one event of each user type, got %d and %d",
				named, unnamed);
	PASS("a filter of the system types keeps no user event out");
}
