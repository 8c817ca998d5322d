/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * LOOP-3: overwriting an event that was not reported sets OVERRUN; taking
 * the room of reported ones does not.
 *
 * Source: XSH 2.11.1 posix_trace_status_info Structure; TRC; shall.
 *
 * A stream that is read in time.
 */
#include "conftest.h"

static void test(void)
{
	static struct ct_event ev;
	trace_event_id_t id = ct_type("conformance a");
	trace_attr_t attr;
	trace_id_t trid;
	int i;

	ct_attr(&attr, POSIX_TRACE_LOOP, 20, 64);
	trid = ct_running(&attr);
	for (i = 0; i < 5000; i++) {
		ct_fire(id, i);
		if (!ct_find(ct_try, trid, &ev, id) || ct_number(&ev) != i)
			FAIL("expected event %d, got %d", i, ct_number(&ev));
	}
	i = ct_status(trid).posix_stream_overrun_status;
	if (i != POSIX_TRACE_NO_OVERRUN)
		FAIL("expected POSIX_TRACE_NO_OVERRUN (%d), got %d",
				POSIX_TRACE_NO_OVERRUN, i);
	PASS("5000 events that were read in time are no overrun");
}
