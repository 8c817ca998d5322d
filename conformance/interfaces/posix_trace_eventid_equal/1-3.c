/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * EVEQ-1: the result is not zero if the two identifiers are one type, and
 * zero if they are not.
 *
 * Source: XSH posix_trace_eventid_equal() DESCRIPTION, XSH
 * posix_trace_eventid_equal() RETURN VALUE; TRC; shall.
 *
 * Out of events.
 */
#include "conftest.h"

static void test(void)
{
	static struct ct_event ev;
	trace_event_id_t a = ct_type("conformance a");
	trace_event_id_t b = ct_type("conformance b");
	trace_id_t trid = ct_running(NULL);

	ct_fire(a, 5555);
	if (!ct_find_number(ct_try, trid, &ev, 5555))
		FAIL("expected an event with the number 5555; none came");
	if (!posix_trace_eventid_equal(trid, ev.info.posix_event_id, a))
		FAIL("expected the event to be of the type it was recorded with");
	if (posix_trace_eventid_equal(trid, ev.info.posix_event_id, b))
		FAIL("expected the event not to be of another type");
	PASS("the event has its type");
}
