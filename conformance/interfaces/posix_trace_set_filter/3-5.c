/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * FILT-4: a change while the stream runs is recorded as a FILTER event,
 * whose data is the old filter and then the new one; a change while it is
 * suspended is not.
 *
 * In a log.
 */
#define NEEDS (CT_FILTER | CT_LOG)
#include "conftest.h"

static void test(void)
{
	static struct ct_event ev;
	trace_event_id_t id = ct_type("conformance a");
	trace_event_set_t set;
	trace_id_t trid = ct_logging(NULL, ct_file());

	SETUP(posix_trace_eventset_empty(&set));
	SETUP(posix_trace_eventset_add(id, &set));
	EXPECT(posix_trace_set_filter(trid, &set, POSIX_TRACE_SET_EVENTSET), 0);
	SETUP(posix_trace_shutdown(trid));
	trid = ct_reopen();
	if (!ct_find(ct_read, trid, &ev, POSIX_TRACE_FILTER))
		FAIL("expected a FILTER event in the log; none came");
	if (ev.len != 2 * sizeof(set) ||
	    memcmp(ev.data + sizeof(set), &set, sizeof(set)) != 0)
		FAIL("expected the new filter in its data, of %zu bytes", ev.len);
	PASS("the log has the FILTER event");
}
