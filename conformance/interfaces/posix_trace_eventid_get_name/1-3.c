/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * EVNAME-1: the name bound to the identifier in this stream or log is
 * copied.
 *
 * Source: XSH posix_trace_eventid_get_name() DESCRIPTION; TRC; shall.
 *
 * The identifier comes out of an event.
 */
#include "conftest.h"

static void test(void)
{
	static struct ct_event ev;
	char name[4096];
	trace_event_id_t id = ct_type("conformance a");
	trace_id_t trid = ct_running(NULL);

	ct_fire(id, 1111);
	if (!ct_find_number(ct_try, trid, &ev, 1111))
		FAIL("expected an event with the number 1111; none came");
	EXPECT(posix_trace_eventid_get_name(trid, ev.info.posix_event_id, name), 0);
	if (strcmp(name, "conformance a") != 0)
		FAIL("expected \"conformance a\", got \"%.40s\"", name);
	PASS("the event's identifier has the name");
}
