/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * FILT-6: the filter excludes the types in it, and only them.
 *
 * Source: XSH posix_trace_set_filter() DESCRIPTION, XSH posix_trace_event()
 * DESCRIPTION; TEF; derived.
 *
 * The system types do not cover user types.
 */
#define NEEDS (CT_FILTER)
#include "conftest.h"

static void test(void)
{
	trace_event_id_t id = ct_type("conformance a");
	trace_event_set_t set;
	trace_id_t trid = ct_stream(NULL);
	int n;

	SETUP(posix_trace_eventset_fill(&set, POSIX_TRACE_SYSTEM_EVENTS));
	SETUP(posix_trace_set_filter(trid, &set, POSIX_TRACE_SET_EVENTSET));
	SETUP(posix_trace_start(trid));
	ct_fire(id, 1);
	posix_trace_event(CT_UNNAMED, NULL, 0);
	n = ct_count(ct_try, trid, id);
	if (n != 1)
		FAIL("expected the user event although system types are "
				"filtered, got %d", n);
	PASS("filtering the system types leaves user events");
}
