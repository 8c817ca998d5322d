/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * EVOPEN-1: the function maps a name to an identifier and gives 0.
 *
 * Source: XSH posix_trace_eventid_open() DESCRIPTION; TRC; shall.
 */
#include "conftest.h"

static void test(void)
{
	static struct ct_event ev;
	trace_event_id_t id;
	trace_id_t trid = ct_running(NULL);

	EXPECT(posix_trace_eventid_open("conformance a", &id), 0);
	ct_fire(id, 4);
	if (!ct_find(ct_try, trid, &ev, id) || ct_number(&ev) != 4)
		FAIL("expected an event of the new type; none came");
	PASS("the new type can be recorded");
}
