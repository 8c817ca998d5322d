/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * UF-3: an event for which a running stream has no room is lost, and sets
 * OVERRUN.
 *
 * Source: XSH 2.11.1 posix_trace_status_info Structure; TRC; shall.
 *
 * Another thread records the events that are filtered.
 */
#define NEEDS (CT_FILTER)
#include "conftest.h"

static trace_event_id_t ignored;

static void *recorder(void *arg)
{
	int i;

	for (i = 0; i < 100; i++)
		ct_fire(ignored, i);
	return arg;
}

static void test(void)
{
	trace_event_id_t id = ct_type("conformance a");
	trace_event_set_t set;
	trace_attr_t attr;
	trace_id_t trid;

	ignored = ct_type("conformance b");
	ct_attr(&attr, POSIX_TRACE_UNTIL_FULL, 20, 64);
	trid = ct_running(&attr);
	SETUP(posix_trace_eventset_empty(&set));
	SETUP(posix_trace_eventset_add(ignored, &set));
	SETUP(posix_trace_set_filter(trid, &set, POSIX_TRACE_ADD_EVENTSET));
	ct_fill(trid, id, 64);
	ct_status(trid);
	ct_join(ct_thread(recorder, NULL));
	if (ct_status(trid).posix_stream_overrun_status != POSIX_TRACE_NO_OVERRUN)
		FAIL("expected no overrun by events that are filtered");
	PASS("events of another thread that are filtered are no overrun");
}
