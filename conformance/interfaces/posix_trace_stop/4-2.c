/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * STOP-4: once stop has returned nothing is recorded until the next start.
 *
 * Source: XSH posix_trace_stop() DESCRIPTION, XSH posix_trace_event()
 * DESCRIPTION; TRC; derived.
 *
 * The events between stop and start are no overrun, and those after the
 * start are there.
 */
#include "conftest.h"

static void test(void)
{
	static struct ct_event ev;
	trace_event_id_t id = ct_type("conformance a");
	trace_id_t trid = ct_running(NULL);

	SETUP(posix_trace_stop(trid));
	ct_fire(id, 1);
	SETUP(posix_trace_start(trid));
	ct_fire(id, 2);
	if (ct_status(trid).posix_stream_overrun_status != POSIX_TRACE_NO_OVERRUN)
		FAIL("an event while stopped was counted as an overrun");
	if (!ct_find(ct_try, trid, &ev, id) || ct_number(&ev) != 2)
		FAIL("expected event 2, got %d", ct_number(&ev));
	PASS("the window between stop and start is empty");
}
