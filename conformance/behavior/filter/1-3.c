/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * FILT-6: the filter excludes the types in it, and only them.
 *
 * Source: XSH posix_trace_set_filter() DESCRIPTION, XSH posix_trace_event()
 * DESCRIPTION; TEF; derived.
 *
 * The filter outlasts stop and start.
 */
#define NEEDS (CT_FILTER)
#include "conftest.h"

static void test(void)
{
	trace_event_id_t id = ct_type("conformance a");
	trace_event_set_t set;
	trace_id_t trid = ct_running(NULL);
	int n;

	SETUP(posix_trace_eventset_empty(&set));
	SETUP(posix_trace_eventset_add(id, &set));
	SETUP(posix_trace_set_filter(trid, &set, POSIX_TRACE_SET_EVENTSET));
	SETUP(posix_trace_stop(trid));
	SETUP(posix_trace_start(trid));
	ct_fire(id, 1);
	n = ct_count(ct_try, trid, id);
	if (n != 0)
		FAIL("expected the type to be filtered after a restart, got "
				"%d events", n);
	PASS("the filter outlasted stop and start");
}
