/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * SET-8: the result is 0; *ismember is zero for a type outside the set, and
 * not zero for one in it.
 *
 * Source: XSH posix_trace_eventset_ismember() DESCRIPTION; TEF; shall.
 *
 * The set of the data of an event.
 */
#define NEEDS (CT_FILTER)
#include "conftest.h"

static void test(void)
{
	static struct ct_event ev;
	trace_event_id_t id = ct_type("conformance a");
	trace_event_set_t set;
	trace_id_t trid = ct_running(NULL);
	int a = -1, b = -1;

	SETUP(posix_trace_eventset_empty(&set));
	SETUP(posix_trace_eventset_add(id, &set));
	SETUP(posix_trace_set_filter(trid, &set, POSIX_TRACE_SET_EVENTSET));
	if (!ct_find(ct_try, trid, &ev, POSIX_TRACE_FILTER) ||
	    ev.len != 2 * sizeof(set))
		FAIL("expected a FILTER event with two sets");
	memcpy(&set, ev.data, sizeof(set));
	EXPECT(posix_trace_eventset_ismember(id, &set, &a), 0);
	memcpy(&set, ev.data + sizeof(set), sizeof(set));
	EXPECT(posix_trace_eventset_ismember(id, &set, &b), 0);
	if (a || !b)
		FAIL("expected the type in the new set only, got %d and %d", a, b);
	PASS("the sets of a FILTER event can be asked");
}
