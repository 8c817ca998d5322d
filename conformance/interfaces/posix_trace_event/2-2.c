/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * EVENT-2: without a stream, in a stream that does not run, and for a type
 * that is filtered the call has no effect.
 *
 * Source: XSH posix_trace_event() DESCRIPTION; TRC; shall.
 *
 * A filtered type.
 */
#define NEEDS (CT_FILTER)
#include "conftest.h"

static void test(void)
{
	static struct ct_event ev;
	trace_event_id_t in = ct_type("conformance in");
	trace_event_id_t out = ct_type("conformance out");
	trace_event_set_t set;
	trace_id_t trid = ct_stream(NULL);
	int other = 0;

	SETUP(posix_trace_eventset_empty(&set));
	SETUP(posix_trace_eventset_add(in, &set));
	SETUP(posix_trace_set_filter(trid, &set, POSIX_TRACE_SET_EVENTSET));
	SETUP(posix_trace_start(trid));
	ct_fire(in, 1);
	ct_fire(out, 2);
	while (ct_try(trid, &ev)) {
		if (ct_is(trid, &ev, in))
			FAIL("an event of the filtered type came");
		other += ct_is(trid, &ev, out) != 0;
	}
	if (other != 1)
		FAIL("expected the event of the other type once, got %d", other);
	PASS("only the type that is not filtered was recorded");
}
