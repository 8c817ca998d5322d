/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * LIST-3: the next call gives the first type again, and then the same
 * sequence.
 *
 * Source: XSH posix_trace_eventtypelist_rewind() DESCRIPTION; TRC; shall.
 *
 * Before the first step, and twice.
 */
#include "conftest.h"

static void test(void)
{
	trace_event_id_t first, again;
	trace_id_t trid = ct_stream(NULL);
	int none = 0;

	EXPECT(posix_trace_eventtypelist_rewind(trid), 0);
	SETUP(posix_trace_eventtypelist_getnext_id(trid, &first, &none));
	EXPECT(posix_trace_eventtypelist_rewind(trid), 0);
	EXPECT(posix_trace_eventtypelist_rewind(trid), 0);
	SETUP(posix_trace_eventtypelist_getnext_id(trid, &again, &none));
	if (none || !posix_trace_eventid_equal(trid, first, again))
		FAIL("expected the first type after two rewinds");
	PASS("rewinding at the beginning does nothing");
}
