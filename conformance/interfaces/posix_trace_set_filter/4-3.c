/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * FILT-6: after the return events of a type in the filter are not recorded,
 * and other streams are not affected.
 *
 * Source: XSH posix_trace_set_filter() DESCRIPTION, XSH posix_trace_event()
 * DESCRIPTION; TEF; derived.
 *
 * Filtering all types leaves no user event.
 */
#define NEEDS (CT_FILTER)
#include "conftest.h"

static void test(void)
{
	static struct ct_event ev;
	trace_event_id_t id = ct_type("conformance a");
	trace_event_set_t set;
	trace_id_t trid = ct_stream(NULL);

	SETUP(posix_trace_eventset_fill(&set, POSIX_TRACE_ALL_EVENTS));
	EXPECT(posix_trace_set_filter(trid, &set, POSIX_TRACE_SET_EVENTSET), 0);
	SETUP(posix_trace_start(trid));
	ct_fire(id, 1);
	posix_trace_event(CT_UNNAMED, NULL, 0);
	while (ct_try(trid, &ev))
		if (ct_is(trid, &ev, id) || ct_is(trid, &ev, CT_UNNAMED))
			FAIL("expected no user event; one came");
	PASS("no user event was recorded");
}
