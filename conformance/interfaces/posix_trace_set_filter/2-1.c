/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * FILT-3: the filter may be changed before the start, while running and
 * while suspended.
 *
 * Source: XSH posix_trace_set_filter() DESCRIPTION; TEF; shall.
 */
#define NEEDS (CT_FILTER)
#include "conftest.h"

static void test(void)
{
	static struct ct_event ev;
	trace_event_id_t id = ct_type("conformance a");
	trace_event_set_t set, empty;
	trace_id_t trid = ct_stream(NULL);

	SETUP(posix_trace_eventset_empty(&empty));
	SETUP(posix_trace_eventset_empty(&set));
	SETUP(posix_trace_eventset_add(id, &set));
	EXPECT(posix_trace_set_filter(trid, &set, POSIX_TRACE_SET_EVENTSET), 0);
	SETUP(posix_trace_start(trid));
	ct_fire(id, 1);
	EXPECT(posix_trace_set_filter(trid, &empty, POSIX_TRACE_SET_EVENTSET), 0);
	ct_fire(id, 2);
	SETUP(posix_trace_stop(trid));
	EXPECT(posix_trace_set_filter(trid, &set, POSIX_TRACE_SET_EVENTSET), 0);
	SETUP(posix_trace_start(trid));
	ct_fire(id, 3);
	if (!ct_find(ct_try, trid, &ev, id) || ct_number(&ev) != 2)
		FAIL("expected event 2 first, got %d", ct_number(&ev));
	if (ct_find(ct_try, trid, &ev, id))
		FAIL("expected event 2 only, also got %d", ct_number(&ev));
	PASS("each change of the filter took effect");
}
