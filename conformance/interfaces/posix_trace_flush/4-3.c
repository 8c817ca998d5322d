/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * FLUSH-5: FLUSH_START and FLUSH_STOP mark a flush of a running stream in its log;
 * they have no data.
 *
 * Source: XSH 2.11.2 System Trace Event Type Definitions; TRL; shall.
 *
 * Each has both: they come in turns, and no flush is without.
 */
#define NEEDS (CT_LOG)
#include "conftest.h"

static void test(void)
{
	static struct ct_event ev;
	trace_event_id_t id = ct_type("conformance a");
	trace_id_t trid = ct_logging_for(40);
	int i, open = 0, starts = 0;

	for (i = 0; i < 6; i++) {
		ct_fire(id, i);
		ct_flush(trid);
	}
	SETUP(posix_trace_shutdown(trid));
	trid = ct_reopen();
	while (ct_read(trid, &ev)) {
		if (ct_is(trid, &ev, POSIX_TRACE_FLUSH_START)) {
			if (open)
				FAIL("FLUSH_START %d comes before FLUSH_STOP of "
						"the flush before", starts);
			open = 1;
			starts++;
		} else if (ct_is(trid, &ev, POSIX_TRACE_FLUSH_STOP)) {
			if (!open)
				FAIL("FLUSH_STOP comes without its FLUSH_START, "
						"after %d others", starts);
			open = 0;
		}
	}
	if (starts < 6)
		FAIL("expected FLUSH_START of 6 flushes, got %d", starts);
	PASS("each of %d FLUSH_STARTs but the last has its FLUSH_STOP", starts);
}
