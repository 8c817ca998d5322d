/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * CLEAR-3: names and identifiers stay as they are.
 *
 * Source: XSH posix_trace_clear() DESCRIPTION; TRC; shall.
 *
 * The type is in the list.
 */
#include "conftest.h"

static void test(void)
{
	trace_event_id_t id = ct_type("conformance a"), next;
	trace_id_t trid = ct_running(NULL);
	int none = 0, found = 0;

	EXPECT(posix_trace_clear(trid), 0);
	SETUP(posix_trace_eventtypelist_rewind(trid));
	while (!found) {
		SETUP(posix_trace_eventtypelist_getnext_id(trid, &next, &none));
		if (none)
			break;
		found = posix_trace_eventid_equal(trid, next, id);
	}
	if (!found)
		FAIL("expected the type in the list after the clear");
	PASS("the list still has the type");
}
