/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * LIST-4: the list has the predefined types and all names of the traced
 * process, each once.
 *
 * Source: XSH 2.11 Tracing; TRC; shall.
 *
 * Predefined types of the option Trace.
 */
#include "conftest.h"

static void test(void)
{
	trace_event_id_t id, want[6];
	trace_id_t trid = ct_stream(NULL);
	int none = 0, i, n[6] = { 0 };

	want[0] = POSIX_TRACE_ERROR;
	want[1] = POSIX_TRACE_START;
	want[2] = POSIX_TRACE_STOP;
	want[3] = POSIX_TRACE_OVERFLOW;
	want[4] = POSIX_TRACE_RESUME;
	want[5] = CT_UNNAMED;
	for (;;) {
		EXPECT(posix_trace_eventtypelist_getnext_id(trid, &id, &none), 0);
		if (none)
			break;
		for (i = 0; i < 6; i++)
			n[i] += posix_trace_eventid_equal(trid, id, want[i]) != 0;
	}
	for (i = 0; i < 6; i++)
		if (n[i] != 1)
			FAIL("expected predefined type %d once, got it %d "
					"times", i, n[i]);
	PASS("the six types are in the list, each once");
}
