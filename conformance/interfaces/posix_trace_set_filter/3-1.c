/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * FILT-4: a change while the stream runs is recorded as a FILTER event,
 * whose data is the old filter and then the new one; a change while it is
 * suspended is not.
 *
 * Source: XSH posix_trace_set_filter() DESCRIPTION, XSH 2.11.2 System Trace
 * Event Type Definitions; TEF; shall.
 *
 * One FILTER event, with two sets.
 */
#define NEEDS (CT_FILTER)
#include "conftest.h"

static void test(void)
{
	static struct ct_event ev;
	trace_event_id_t a = ct_type("conformance a");
	trace_event_id_t b = ct_type("conformance b");
	trace_event_set_t set, old, new;
	trace_id_t trid = ct_stream(NULL);
	int m[4] = { -1, -1, -1, -1 };

	SETUP(posix_trace_eventset_empty(&set));
	SETUP(posix_trace_eventset_add(a, &set));
	SETUP(posix_trace_set_filter(trid, &set, POSIX_TRACE_SET_EVENTSET));
	SETUP(posix_trace_start(trid));
	SETUP(posix_trace_eventset_empty(&set));
	SETUP(posix_trace_eventset_add(b, &set));
	EXPECT(posix_trace_set_filter(trid, &set, POSIX_TRACE_SET_EVENTSET), 0);
	if (!ct_find(ct_try, trid, &ev, POSIX_TRACE_FILTER))
		FAIL("expected a FILTER event; none came");
	if (ev.len != 2 * sizeof(set))
		FAIL("expected %zu bytes, got %zu", 2 * sizeof(set), ev.len);
	memcpy(&old, ev.data, sizeof(old));
	memcpy(&new, ev.data + sizeof(old), sizeof(new));
	SETUP(posix_trace_eventset_ismember(a, &old, &m[0]));
	SETUP(posix_trace_eventset_ismember(b, &old, &m[1]));
	SETUP(posix_trace_eventset_ismember(a, &new, &m[2]));
	SETUP(posix_trace_eventset_ismember(b, &new, &m[3]));
	if (!m[0] || m[1] || m[2] || !m[3])
		FAIL("expected the first type in the old set, the second in "
				"the new; got %d %d and %d %d",
				m[0], m[1], m[2], m[3]);
	if (ct_find(ct_try, trid, &ev, POSIX_TRACE_FILTER))
		FAIL("expected one FILTER event, two came");
	PASS("FILTER has the old and the new filter");
}
