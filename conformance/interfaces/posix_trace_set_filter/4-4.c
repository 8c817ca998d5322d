/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * FILT-6: after the return events of a type in the filter are not recorded,
 * and other streams are not affected.
 *
 * Source: XSH posix_trace_set_filter() DESCRIPTION, XSH posix_trace_event()
 * DESCRIPTION; TEF; derived.
 *
 * Another thread's events are filtered as well.
 */
#define NEEDS (CT_FILTER)
#include "conftest.h"

static trace_event_id_t id;

static void *recorder(void *arg)
{
	ct_fire(id, 1);
	return arg;
}

static void test(void)
{
	trace_event_set_t set;
	trace_id_t trid = ct_running(NULL);
	int n;

	id = ct_type("conformance a");
	SETUP(posix_trace_eventset_empty(&set));
	SETUP(posix_trace_eventset_add(id, &set));
	EXPECT(posix_trace_set_filter(trid, &set, POSIX_TRACE_SET_EVENTSET), 0);
	ct_join(ct_thread(recorder, NULL));
	n = ct_count(ct_try, trid, id);
	if (n != 0)
		FAIL("expected no event of the other thread, got %d", n);
	PASS("the filter holds for every thread");
}
