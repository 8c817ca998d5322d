/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * LIST-3: the next call gives the first type again, and then the same
 * sequence.
 *
 * Source: XSH posix_trace_eventtypelist_rewind() DESCRIPTION; TRC; shall.
 *
 * A pre-recorded stream; the position among the events stays.
 */
#define NEEDS (CT_LOG)
#include "conftest.h"

static void test(void)
{
	static struct ct_event ev;
	trace_event_id_t first, again, id = ct_type("conformance a");
	trace_id_t trid = ct_made_log(id, 3);
	int none = 0;

	id = ct_type_in(trid, "conformance a");
	EXPECT(posix_trace_eventtypelist_rewind(trid), 0);
	if (!ct_find(ct_read, trid, &ev, id))
		FAIL("expected events in the log");
	SETUP(posix_trace_eventtypelist_getnext_id(trid, &first, &none));
	SETUP(posix_trace_eventtypelist_getnext_id(trid, &again, &none));
	EXPECT(posix_trace_eventtypelist_rewind(trid), 0);
	SETUP(posix_trace_eventtypelist_getnext_id(trid, &again, &none));
	if (none || !posix_trace_eventid_equal(trid, first, again))
		FAIL("expected the first type after the rewind");
	if (!ct_find(ct_read, trid, &ev, id) || ct_number(&ev) != 1)
		FAIL("expected event 1 next, got %d", ct_number(&ev));
	PASS("the list was rewound, the events were not");
}
