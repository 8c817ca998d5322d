/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * CLEAR-3: names and identifiers stay as they are.
 *
 * Source: XSH posix_trace_clear() DESCRIPTION; TRC; shall.
 */
#include "conftest.h"

static void test(void)
{
	char name[4096];
	trace_event_id_t id = ct_type("conformance a"), again;
	trace_id_t trid = ct_running(NULL);

	ct_fire(id, 1);
	EXPECT(posix_trace_clear(trid), 0);
	again = ct_type("conformance a");
	if (!posix_trace_eventid_equal(trid, id, again))
		FAIL("the name has another identifier after the clear");
	EXPECT(posix_trace_eventid_get_name(trid, id, name), 0);
	if (strcmp(name, "conformance a") != 0)
		FAIL("expected the name \"conformance a\", got \"%.40s\"", name);
	PASS("name and identifier are as before");
}
