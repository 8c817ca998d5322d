/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * ORD-1: events come oldest first, in the order in which they were
 * generated.
 *
 * Source: XSH posix_trace_getnext_event() DESCRIPTION; TRC; shall.
 *
 * FILTER has its place by its stamp.
 */
#define NEEDS (CT_FILTER)
#include "conftest.h"

/* Record events around the change of a filter, each when the clock may have gone
 * on. */
static void record(trace_id_t trid, trace_event_id_t id)
{
	trace_event_set_t set;
	int i;

	SETUP(posix_trace_eventset_empty(&set));
	SETUP(posix_trace_eventset_add(CT_UNNAMED, &set));
	for (i = 0; i < 3; i++) {
		ct_fire(id, i);
		ct_pause();
		SETUP(posix_trace_set_filter(trid, &set, i % 2 == 0 ?
				POSIX_TRACE_ADD_EVENTSET :
				POSIX_TRACE_SUB_EVENTSET));
		ct_pause();
	}
	ct_fire(id, i);
}

static void check(ct_reader *next, trace_id_t trid)
{
	static struct ct_event ev;
	struct timespec last = { 0, 0 };
	int filters = 0;

	while (next(trid, &ev)) {
		if (ct_ts_cmp(ev.info.posix_timestamp, last) < 0)
			FAIL("an event has a stamp before that of the one before");
		last = ev.info.posix_timestamp;
		if (last.tv_nsec < 0 || last.tv_nsec > 999999999)
			FAIL("an event has the stamp %ld s %ld ns",
					(long)last.tv_sec, last.tv_nsec);
		filters += ct_is(trid, &ev, POSIX_TRACE_FILTER) != 0;
	}
	if (filters != 3)
		FAIL("expected three FILTERs, got %d", filters);
}

static void test(void)
{
	trace_event_id_t id = ct_type("conformance a");
	trace_id_t trid = ct_stream_for(10, 10);

	SETUP(posix_trace_start(trid));
	record(trid, id);
	SETUP(posix_trace_stop(trid));
	check(ct_try, trid);
	PASS("the stamps of three FILTERs are between those of other events");
}
