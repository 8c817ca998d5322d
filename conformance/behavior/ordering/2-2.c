/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * ORD-3: control events keep their place among user events.
 *
 * Source: XSH posix_trace_getnext_event() DESCRIPTION, XSH 2.11.2 System Trace
 * Event Type Definitions; TRC; derived.
 *
 * In a log.
 */
#define NEEDS (CT_LOG)
#include "conftest.h"

static void test(void)
{
	static struct ct_event ev;
	trace_event_id_t id = ct_type("conformance a");
	trace_attr_t attr;
	trace_id_t trid;
	int i, open = 0, windows = 0;

	ct_log_attr(&attr, 20);
	ct_room_for(&attr, 20, 64, 40);
	trid = ct_logging(&attr, ct_file());
	for (i = 0; i < 10; i++) {
		ct_fire(id, i);
		SETUP(posix_trace_stop(trid));
		ct_fire(id, 100 + i);
		if (i % 3 == 0)
			SETUP(posix_trace_flush(trid));
		SETUP(posix_trace_start(trid));
	}
	SETUP(posix_trace_shutdown(trid));
	trid = ct_reopen();
	id = ct_type_in(trid, "conformance a");
	while (ct_read(trid, &ev)) {
		if (ct_is(trid, &ev, POSIX_TRACE_START)) {
			if (open)
				FAIL("two STARTs without STOP between");
			open = 1;
			windows++;
		} else if (ct_is(trid, &ev, POSIX_TRACE_STOP)) {
			if (!open)
				FAIL("two STOPs without START between");
			open = 0;
		} else if (ct_is(trid, &ev, id) && !open) {
			FAIL("event %d lies outside the windows", ct_number(&ev));
		}
	}
	if (windows != 11 || open)
		FAIL("expected eleven closed windows, got %d, the last %s", windows,
				open ? "open" : "closed");
	PASS("the log has eleven windows, and no event outside them");
}
