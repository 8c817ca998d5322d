/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * FILT-6: the filter excludes the types in it, and only them.
 *
 * Source: XSH posix_trace_set_filter() DESCRIPTION, XSH posix_trace_event()
 * DESCRIPTION; TEF; derived.
 *
 * A log has what the filter left.
 */
#define NEEDS (CT_FILTER | CT_LOG)
#include "conftest.h"

static void test(void)
{
	trace_event_id_t in = ct_type("conformance in");
	trace_event_id_t out = ct_type("conformance out");
	static struct ct_event ev;
	trace_event_set_t set;
	trace_attr_t attr;
	trace_id_t trid;
	int i, n_in = 0, n_out = 0;

	ct_log_attr(&attr, 40);
	trid = ct_logged(&attr, ct_file());
	SETUP(posix_trace_eventset_empty(&set));
	SETUP(posix_trace_eventset_add(in, &set));
	SETUP(posix_trace_set_filter(trid, &set, POSIX_TRACE_SET_EVENTSET));
	SETUP(posix_trace_start(trid));
	for (i = 0; i < 20; i++) {
		ct_fire(in, i);
		ct_fire(out, i);
	}
	SETUP(posix_trace_shutdown(trid));
	trid = ct_reopen();
	in = ct_type_in(trid, "conformance in");
	out = ct_type_in(trid, "conformance out");
	while (ct_read(trid, &ev)) {
		n_in += ct_is(trid, &ev, in) != 0;
		n_out += ct_is(trid, &ev, out) != 0;
	}
	if (n_in != 0 || n_out != 20)
		FAIL("expected 0 and 20 events, got %d and %d", n_in, n_out);
	PASS("the log has no event of the filtered type");
}
