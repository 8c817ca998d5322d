/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * ASIZE-6: events whose largest sizes add up to no more than stream-min-size
 * are all recorded, whatever thread and process they come from.
 *
 * Source: XSH posix_trace_attr_getmaxsystemeventsize() DESCRIPTION; TRC;
 * shall.
 *
 * START, STOP and FILTER count as system events of the largest size.
 */
#define NEEDS (CT_FILTER)
#include "conftest.h"

static void test(void)
{
	static struct ct_event ev;
	trace_event_set_t set;
	size_t system;
	trace_attr_t attr;
	trace_id_t trid;
	int i, starts = 0, stops = 0, filters = 0;

	SETUP(posix_trace_attr_init(&attr));
	SETUP(posix_trace_attr_setstreamfullpolicy(&attr, POSIX_TRACE_UNTIL_FULL));
	SETUP(posix_trace_attr_getmaxsystemeventsize(&attr, &system));
	SETUP(posix_trace_attr_setstreamsize(&attr, 90 * system));
	trid = ct_stream(&attr);
	SETUP(posix_trace_eventset_empty(&set));
	SETUP(posix_trace_eventset_add(ct_type("conformance a"), &set));
	for (i = 0; i < 30; i++) {
		SETUP(posix_trace_start(trid));
		SETUP(posix_trace_set_filter(trid, &set, i % 2 == 0 ?
				POSIX_TRACE_ADD_EVENTSET :
				POSIX_TRACE_SUB_EVENTSET));
		SETUP(posix_trace_stop(trid));
	}
	while (ct_try(trid, &ev)) {
		starts += ct_is(trid, &ev, POSIX_TRACE_START) != 0;
		stops += ct_is(trid, &ev, POSIX_TRACE_STOP) != 0;
		filters += ct_is(trid, &ev, POSIX_TRACE_FILTER) != 0;
	}
	if (starts != 30 || stops != 30 || filters != 30)
		FAIL("expected 30 each of START, STOP, FILTER, got %d, %d, %d",
				starts, stops, filters);
	PASS("90 system events fitted in room for 90");
}
