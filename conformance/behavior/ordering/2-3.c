/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * ORD-3: control events keep their place among user events.
 *
 * Source: XSH posix_trace_getnext_event() DESCRIPTION, XSH 2.11.2 System Trace
 * Event Type Definitions; TRC; derived.
 *
 * Their stamps are in that order, too.
 */
#include "conftest.h"

static void test(void)
{
	static struct ct_event ev;
	trace_event_id_t id = ct_type("conformance a");
	trace_id_t trid = ct_stream_for(10, 24);
	struct timespec last = { 0, 0 };
	int i, n = 0;

	for (i = 0; i < 10; i++) {
		SETUP(posix_trace_start(trid));
		ct_pause();
		ct_fire(id, i);
		ct_pause();
		SETUP(posix_trace_stop(trid));
	}
	for (; ct_try(trid, &ev); n++) {
		if (ct_ts_cmp(ev.info.posix_timestamp, last) < 0)
			FAIL("event %d has a stamp before that of the one before",
					n);
		last = ev.info.posix_timestamp;
	}
	if (n < 30)
		FAIL("expected 30 events, got %d", n);
	PASS("the stamps of %d events are in order", n);
}
