/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * FILT-6: after the return events of a type in the filter are not recorded,
 * and other streams are not affected.
 *
 * Source: XSH posix_trace_set_filter() DESCRIPTION, XSH posix_trace_event()
 * DESCRIPTION; TEF; derived.
 */
#define NEEDS (CT_FILTER)
#include "conftest.h"

static void test(void)
{
	static struct ct_event ev;
	trace_event_id_t in = ct_type("conformance in");
	trace_event_id_t out = ct_type("conformance out");
	trace_event_set_t set;
	trace_id_t trid = ct_running_for(20), other = ct_running_for(20);
	int n_in = 0, n_out = 0, i;

	SETUP(posix_trace_eventset_empty(&set));
	SETUP(posix_trace_eventset_add(in, &set));
	EXPECT(posix_trace_set_filter(trid, &set, POSIX_TRACE_SET_EVENTSET), 0);
	for (i = 0; i < 10; i++) {
		ct_fire(in, i);
		ct_fire(out, i);
	}
	while (ct_try(trid, &ev)) {
		n_in += ct_is(trid, &ev, in) != 0;
		n_out += ct_is(trid, &ev, out) != 0;
	}
	if (n_in != 0 || n_out != 10)
		FAIL("expected 0 and 10 events, got %d and %d", n_in, n_out);
	n_in = ct_count(ct_try, other, in);
	if (n_in != 10)
		FAIL("expected 10 events in the other stream, got %d", n_in);
	PASS("the filter excluded its type, in its stream");
}
