/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * LIST-4: the list has the predefined types and all names of the traced
 * process, each once.
 *
 * Source: XSH 2.11 Tracing; TRC; shall.
 *
 * FLUSH_START and FLUSH_STOP.
 */
#define NEEDS (CT_LOG)
#include "conftest.h"

static void test(void)
{
	trace_event_id_t id;
	trace_id_t trid = ct_stream(NULL);
	int none = 0, a = 0, b = 0;

	for (;;) {
		EXPECT(posix_trace_eventtypelist_getnext_id(trid, &id, &none), 0);
		if (none)
			break;
		a += posix_trace_eventid_equal(trid, id, POSIX_TRACE_FLUSH_START) != 0;
		b += posix_trace_eventid_equal(trid, id, POSIX_TRACE_FLUSH_STOP) != 0;
	}
	if (a != 1 || b != 1)
		FAIL("expected FLUSH_START and FLUSH_STOP once, got %d and %d", a, b);
	PASS("FLUSH_START and FLUSH_STOP are in the list");
}
