/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * FILT-6: after the return events of a type in the filter are not recorded,
 * and other streams are not affected.
 *
 * Source: XSH posix_trace_set_filter() DESCRIPTION, XSH posix_trace_event()
 * DESCRIPTION; TEF; derived.
 *
 * A type that is in the filter before and after each change is never recorded, by a
 * thread that does not wait for these.
 */
#define NEEDS (CT_FILTER)
#include "confbeside.h"

static void test(void)
{
	static struct ct_event ev;
	trace_event_id_t always = ct_type("conformance a");
	trace_event_id_t other = ct_type("conformance b");
	trace_event_set_t one, both;
	trace_id_t trid = ct_stream(NULL);
	int i;

	SETUP(posix_trace_eventset_empty(&one));
	SETUP(posix_trace_eventset_add(always, &one));
	SETUP(posix_trace_eventset_empty(&both));
	SETUP(posix_trace_eventset_add(always, &both));
	SETUP(posix_trace_eventset_add(other, &both));
	SETUP(posix_trace_set_filter(trid, &one, POSIX_TRACE_SET_EVENTSET));
	SETUP(posix_trace_start(trid));
	ct_begin_beside(always, 1);
	for (i = 0; !ct_half_second(); i++) {
		EXPECT(posix_trace_set_filter(trid, i % 3 == 0 ? &both : &one,
				i % 3 == 1 ? POSIX_TRACE_ADD_EVENTSET :
				POSIX_TRACE_SET_EVENTSET), 0);
		while (ct_try(trid, &ev))
			if (ct_is(trid, &ev, always))
				FAIL("a type that was in the filter before and "
						"after change %d was recorded", i);
	}
	ct_end_beside();
	if (ct_find(ct_try, trid, &ev, always))
		FAIL("a type that is always in the filter was recorded");
	PASS("%d changes of the filter let no event through", i);
}
