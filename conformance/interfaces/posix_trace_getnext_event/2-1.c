/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * GET-2: each event is reported once, and its room is free for others.
 *
 * Source: XSH posix_trace_getnext_event() DESCRIPTION; TRC; shall.
 */
#include "conftest.h"

static void test(void)
{
	trace_event_id_t id = ct_type("conformance a");
	static struct ct_event ev;
	trace_attr_t attr;
	trace_id_t trid;
	int i;

	ct_attr(&attr, POSIX_TRACE_UNTIL_FULL, 20, 64);
	trid = ct_running(&attr);
	for (i = 0; i < 5000; i++) {
		ct_fire(id, i);
		if (!ct_find(ct_read, trid, &ev, id) || ct_number(&ev) != i)
			FAIL("expected event %d, got %d", i, ct_number(&ev));
	}
	if (ct_status(trid).posix_stream_overrun_status != POSIX_TRACE_NO_OVERRUN)
		FAIL("a stream that was read each time was overrun");
	PASS("5000 events went through a stream for 20");
}
