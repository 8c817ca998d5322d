/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * READ-28: FILTER is recorded for every call while the stream runs, or only
 * for one that changes the filter.
 *
 * Source: XSH posix_trace_set_filter() DESCRIPTION, XSH 2.11.2 System Trace
 * Event Type Definitions; TEF; disputed.
 */
#define NEEDS (CT_FILTER)
#include "conftest.h"

static void test(void)
{
	static struct ct_event ev;
	trace_id_t trid = ct_running(NULL);
	trace_event_set_t set;

	SETUP(posix_trace_get_filter(trid, &set));
	SETUP(posix_trace_set_filter(trid, &set, POSIX_TRACE_SET_EVENTSET));
	ADVISORY("FILTER %s when the filter stays the same",
			ct_find(ct_try, trid, &ev, POSIX_TRACE_FILTER) ?
			"is recorded" : "is not recorded");
}
