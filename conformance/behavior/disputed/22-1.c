/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * READ-22: system event types can be filtered, as the rationale does, or are
 * recorded whatever the filter says.
 *
 * Source: XSH posix_trace_set_filter() DESCRIPTION, XSH 2.11.2 System Trace
 * Event Type Definitions; TEF; disputed.
 */
#define NEEDS (CT_FILTER)
#include "conftest.h"

static void test(void)
{
	static struct ct_event ev;
	trace_id_t trid = ct_stream(NULL);
	trace_event_set_t set;

	SETUP(posix_trace_eventset_fill(&set, POSIX_TRACE_SYSTEM_EVENTS));
	SETUP(posix_trace_set_filter(trid, &set, POSIX_TRACE_SET_EVENTSET));
	SETUP(posix_trace_start(trid));
	ADVISORY("START %s when it is filtered",
			ct_find(ct_try, trid, &ev, POSIX_TRACE_START) ?
			"is recorded even" : "is not recorded");
}
