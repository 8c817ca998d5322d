/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * FLUSH-5: FLUSH_START and FLUSH_STOP mark a flush of a running stream in
 * its log; they have no data.
 *
 * Source: XSH 2.11.2 System Trace Event Type Definitions; TRL; shall.
 *
 * Each of several flushes, between the events before and after it.
 */
#define NEEDS (CT_LOG)
#include "conftest.h"

static void test(void)
{
	static struct ct_event ev;
	trace_event_id_t id = ct_type("conformance a");
	trace_id_t trid = ct_logging_for(20);
	int i, starts = 0, stops = 0;

	for (i = 0; i < 4; i++) {
		ct_fire(id, i);
		ct_flush(trid);
	}
	SETUP(posix_trace_shutdown(trid));
	trid = ct_reopen();
	id = ct_type_in(trid, "conformance a");
	for (i = 0; ct_read(trid, &ev);) {
		if (ct_is(trid, &ev, POSIX_TRACE_FLUSH_START)) {
			starts++;
		} else if (ct_is(trid, &ev, POSIX_TRACE_FLUSH_STOP)) {
			stops++;
		} else if (ct_is(trid, &ev, id)) {
			if (i++ > 0 && starts == 0)
				FAIL("expected FLUSH_START between events %d "
						"and %d", i - 2, i - 1);
			starts = 0;
		}
	}
	if (i != 4)
		FAIL("expected 4 events in the log, got %d", i);
	if (stops == 0)
		FAIL("expected FLUSH_STOP in the log; none came");
	PASS("each flush left its mark in the log");
}
