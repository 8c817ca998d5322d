/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * EVOPEN-7: the new type is in the list of every active stream of the
 * process, and they know its name.
 *
 * Source: XSH 2.11 Tracing; TRC; shall.
 *
 * The list.
 */
#include "conftest.h"

static void test(void)
{
	trace_event_id_t id, next;
	trace_id_t a = ct_stream(NULL), b = ct_running(NULL);
	trace_id_t trid;
	int none, found = 0, i;

	EXPECT(posix_trace_eventid_open("conformance late", &id), 0);
	for (i = 0; i < 2; i++) {
		trid = i ? b : a;
		none = 0;
		found = 0;
		while (!found) {
			SETUP(posix_trace_eventtypelist_getnext_id(trid, &next, &none));
			if (none)
				FAIL("expected the new type in the list of "
						"stream %d", i);
			found = posix_trace_eventid_equal(trid, next, id);
		}
	}
	PASS("both streams list the new type");
}
