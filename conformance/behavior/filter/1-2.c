/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * FILT-6: the filter excludes the types in it, and only them.
 *
 * Source: XSH posix_trace_set_filter() DESCRIPTION, XSH posix_trace_event()
 * DESCRIPTION; TEF; derived.
 *
 * A type registered after the filter was set is recorded, since the set does
 * not have it.
 */
#define NEEDS (CT_FILTER)
#include "conftest.h"

static void test(void)
{
	trace_event_id_t old = ct_type("conformance old"), new;
	trace_event_set_t set;
	trace_id_t trid = ct_stream(NULL);
	int n;

	SETUP(posix_trace_eventset_empty(&set));
	SETUP(posix_trace_eventset_add(old, &set));
	SETUP(posix_trace_set_filter(trid, &set, POSIX_TRACE_SET_EVENTSET));
	SETUP(posix_trace_start(trid));
	new = ct_type("conformance new");
	ct_fire(old, 1);
	ct_fire(new, 2);
	n = ct_count(ct_try, trid, new);
	if (n != 1)
		FAIL("expected the event of the new type, got %d", n);
	PASS("a new type is not filtered");
}
