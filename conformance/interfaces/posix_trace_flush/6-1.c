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
	int n, last = -1;

	for (n = 0; n < 300 && !ct_enough(); n++) {
		ct_fire(id, n);
		if (n % 3 == 0)
			EXPECT(posix_trace_flush(trid), 0);
		if (n % 7 == 0)
			EXPECT(posix_trace_flush(trid), 0);
	}
	SETUP(posix_trace_shutdown(trid));
	trid = ct_reopen();
	id = ct_type_in(trid, "conformance a");
	while (ct_find(ct_read, trid, &ev, id)) {
		if (ct_number(&ev) != last + 1)
			FAIL("expected event %d after %d, got %d", last + 1, last,
					ct_number(&ev));
		last++;
	}
	if (last != n - 1)
		FAIL("expected %d events, got %d", n, last + 1);
	PASS("%d events came once each", n);
}
