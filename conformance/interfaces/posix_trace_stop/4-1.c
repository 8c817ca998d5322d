/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * STOP-4: once stop has returned nothing is recorded until the next start.
 *
 * Source: XSH posix_trace_stop() DESCRIPTION, XSH posix_trace_event()
 * DESCRIPTION; TRC; derived.
 */
#include "conftest.h"

static void test(void)
{
	trace_event_id_t id = ct_type("conformance a");
	trace_id_t trid = ct_running(NULL);
	int i, n;

	ct_fire(id, 0);
	EXPECT(posix_trace_stop(trid), 0);
	for (i = 1; i < 50; i++)
		ct_fire(id, i);
	n = ct_count(ct_try, trid, id);
	if (n != 1)
		FAIL("expected the one event before the stop, got %d", n);
	PASS("nothing was recorded after the stop");
}
