/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * LIST-4: the list has the predefined types and all names of the traced
 * process, each once.
 *
 * Source: XSH 2.11 Tracing; TRC; shall.
 *
 * FILTER.
 */
#define NEEDS (CT_FILTER)
#include "conftest.h"

static void test(void)
{
	trace_event_id_t id;
	trace_id_t trid = ct_stream(NULL);
	int none = 0, n = 0;

	for (;;) {
		EXPECT(posix_trace_eventtypelist_getnext_id(trid, &id, &none), 0);
		if (none)
			break;
		n += posix_trace_eventid_equal(trid, id, POSIX_TRACE_FILTER) != 0;
	}
	if (n != 1)
		FAIL("expected FILTER once, got it %d times", n);
	PASS("FILTER is in the list");
}
