/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * REW-1: the next event is the oldest of the log again.
 *
 * Source: XSH posix_trace_rewind() DESCRIPTION; TRL; shall.
 *
 * The position in the list of event types stays.
 */
#define NEEDS (CT_LOG)
#include "conftest.h"

static void test(void)
{
	trace_event_id_t first, second, id;
	trace_id_t trid = ct_made_log(ct_type("conformance a"), 1);
	int none = 0;

	SETUP(posix_trace_eventtypelist_getnext_id(trid, &first, &none));
	SETUP(posix_trace_eventtypelist_getnext_id(trid, &second, &none));
	SETUP(posix_trace_eventtypelist_rewind(trid));
	SETUP(posix_trace_eventtypelist_getnext_id(trid, &first, &none));
	EXPECT(posix_trace_rewind(trid), 0);
	SETUP(posix_trace_eventtypelist_getnext_id(trid, &id, &none));
	if (none || !posix_trace_eventid_equal(trid, id, second))
		FAIL("expected the second type of the list after rewinding "
				"the events");
	PASS("rewinding the events left the list alone");
}
