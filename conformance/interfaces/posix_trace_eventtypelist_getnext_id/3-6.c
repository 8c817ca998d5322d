/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * LIST-4: the list has the predefined types and all names of the traced
 * process, each once.
 *
 * Source: XSH 2.11 Tracing; TRC; shall.
 *
 * A name opened twice, and one opened through the stream.
 */
#define NEEDS (CT_FILTER)
#include "conftest.h"

static void test(void)
{
	trace_event_id_t a = ct_type("conformance a"), b, id;
	trace_id_t trid = ct_stream(NULL);
	int none = 0, n_a = 0, n_b = 0;

	ct_type("conformance a");
	SETUP(posix_trace_trid_eventid_open(trid, "conformance b", &b));
	SETUP(posix_trace_trid_eventid_open(trid, "conformance a", &a));
	for (;;) {
		EXPECT(posix_trace_eventtypelist_getnext_id(trid, &id, &none), 0);
		if (none)
			break;
		n_a += posix_trace_eventid_equal(trid, id, a) != 0;
		n_b += posix_trace_eventid_equal(trid, id, b) != 0;
	}
	if (n_a != 1 || n_b != 1)
		FAIL("expected each name once, got %d and %d", n_a, n_b);
	PASS("each name is in the list once");
}
