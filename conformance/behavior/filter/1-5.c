/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * FILT-6: the filter excludes the types in it, and only them.
 *
 * Source: XSH posix_trace_set_filter() DESCRIPTION, XSH posix_trace_event()
 * DESCRIPTION; TEF; derived.
 *
 * A change reaches a child that is running.
 */
#define NEEDS (CT_FILTER | CT_INHERIT)
#include "confheir.h"

static void test(void)
{
	trace_event_id_t id = ct_type("conformance a");
	struct ct_heir heir = ct_heir(id);
	trace_event_set_t set;
	int n;

	SETUP(posix_trace_eventset_empty(&set));
	SETUP(posix_trace_eventset_add(id, &set));
	SETUP(posix_trace_set_filter(heir.trid, &set, POSIX_TRACE_SET_EVENTSET));
	ct_heir_ends(&heir);
	n = ct_count(ct_try, heir.trid, id);
	if (n != 1)
		FAIL("expected the child's first event only, got %d", n);
	PASS("the child noticed the change of the filter");
}
