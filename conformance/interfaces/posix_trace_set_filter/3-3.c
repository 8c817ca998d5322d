/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * FILT-4: a change while the stream runs is recorded as a FILTER event,
 * whose data is the old filter and then the new one; a change while it is
 * suspended is not.
 *
 * Source: XSH posix_trace_set_filter() DESCRIPTION, XSH 2.11.2 System Trace
 * Event Type Definitions; TEF; shall.
 *
 * While suspended, before the first start and after a stop.
 */
#define NEEDS (CT_FILTER)
#include "conftest.h"

static void test(void)
{
	static struct ct_event ev;
	trace_event_id_t id = ct_type("conformance a");
	trace_event_set_t set;
	trace_id_t trid = ct_stream(NULL);

	SETUP(posix_trace_eventset_empty(&set));
	SETUP(posix_trace_eventset_add(id, &set));
	EXPECT(posix_trace_set_filter(trid, &set, POSIX_TRACE_SET_EVENTSET), 0);
	SETUP(posix_trace_start(trid));
	SETUP(posix_trace_stop(trid));
	EXPECT(posix_trace_set_filter(trid, &set, POSIX_TRACE_SUB_EVENTSET), 0);
	if (ct_find(ct_try, trid, &ev, POSIX_TRACE_FILTER))
		FAIL("a change while suspended recorded a FILTER event");
	PASS("changes while suspended recorded nothing");
}
