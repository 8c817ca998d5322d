/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * SET-1: the call changes the caller's set only, by the one type.
 *
 * Source: XSH posix_trace_eventset_add() DESCRIPTION; TEF; shall.
 *
 * A set that was a filter is no filter any more: the stream's stays.
 */
#define NEEDS (CT_FILTER)
#include "conftest.h"

static void test(void)
{
	static struct ct_event ev;
	trace_event_id_t id = ct_type("conformance a");
	trace_event_set_t set;
	trace_id_t trid = ct_running(NULL);

	SETUP(posix_trace_eventset_empty(&set));
	SETUP(posix_trace_set_filter(trid, &set, POSIX_TRACE_SET_EVENTSET));
	EXPECT(posix_trace_eventset_add(id, &set), 0);
	ct_fire(id, 1);
	if (!ct_find(ct_try, trid, &ev, id))
		FAIL("adding to the set changed the filter of a stream");
	PASS("the stream's filter is a copy");
}
