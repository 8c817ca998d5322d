/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * CREATE-10: events before the start are not recorded and are no overrun.
 *
 * Source: XSH posix_trace_create() DESCRIPTION, XSH posix_trace_event()
 * DESCRIPTION; TRC; derived.
 */
#include "conftest.h"

static void test(void)
{
	trace_event_id_t id = ct_type("conformance a");
	trace_id_t trid = ct_stream(NULL);
	int i, n;

	for (i = 0; i < 100; i++)
		ct_fire(id, i);
	if (ct_status(trid).posix_stream_overrun_status != POSIX_TRACE_NO_OVERRUN)
		FAIL("events before the start were counted as an overrun");
	SETUP(posix_trace_start(trid));
	ct_fire(id, 100);
	n = ct_count(ct_try, trid, id);
	if (n != 1)
		FAIL("expected the one event after the start, got %d", n);
	PASS("events before the start had no effect");
}
