/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * LIST-4: the list has the predefined types and all names of the traced
 * process, each once.
 *
 * Source: XSH 2.11 Tracing; TRC; shall.
 *
 * The unnamed type, of which there are events, in a log.
 */
#define NEEDS (CT_LOG)
#include "conftest.h"

static void test(void)
{
	trace_event_id_t id;
	trace_id_t trid = ct_logging_for(20);
	int none = 0, n = 0;

	posix_trace_event(CT_UNNAMED, "unnamed", 7);
	SETUP(posix_trace_shutdown(trid));
	trid = ct_reopen();
	for (;;) {
		EXPECT(posix_trace_eventtypelist_getnext_id(trid, &id, &none), 0);
		if (none)
			break;
		n += posix_trace_eventid_equal(trid, id, CT_UNNAMED) != 0;
	}
	if (n != 1)
		FAIL("expected the unnamed type once, got it %d times", n);
	PASS("the unnamed type is in the list of the log");
}
