/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * FLUSH-7: between successive flushes nothing is lost or comes twice.
 *
 * Source: XSH posix_trace_flush() DESCRIPTION, XBD 4.19 Tracing; TRL; derived.
 */
#define NEEDS (CT_LOG)
#include "conftest.h"

static void test(void)
{
	trace_event_id_t id = ct_type("conformance a");
	static struct ct_event ev;
	trace_id_t trid = ct_logging_for(800);
	int i, last = -1;

	for (i = 0; i < 300; i++) {
		ct_fire(id, i);
		if (i % 3 == 0)
			EXPECT(posix_trace_flush(trid), 0);
		if (i % 7 == 0)
			EXPECT(posix_trace_flush(trid), 0);
	}
	SETUP(posix_trace_shutdown(trid));
	trid = ct_reopen();
	while (ct_find(ct_read, trid, &ev, id)) {
		if (ct_number(&ev) != last + 1)
			FAIL("expected event %d after %d, got %d", last + 1, last,
					ct_number(&ev));
		last++;
	}
	if (last != 299)
		FAIL("expected 300 events, got %d", last + 1);
	PASS("300 events came once each");
}
