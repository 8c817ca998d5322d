/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * CLEAR-6: the log of a stream is begun anew, and is not full.
 *
 * Source: XSH posix_trace_clear() DESCRIPTION; TRL; shall.
 *
 * Nor of losses before several clears, flushed after each of them.
 */
#define NEEDS (CT_LOG)
#include "conftest.h"

static void test(void)
{
	static unsigned char data[200];
	static struct ct_event ev;
	trace_event_id_t id = ct_type("conformance a");
	trace_attr_t attr;
	trace_id_t trid;
	int i, k, n;

	ct_attr(&attr, POSIX_TRACE_LOOP, 50, sizeof(data));
	SETUP(posix_trace_attr_setlogfullpolicy(&attr, POSIX_TRACE_UNTIL_FULL));
	SETUP(posix_trace_attr_setlogsize(&attr, 1000000));
	ct_room(&attr, 50, sizeof(data));
	trid = ct_logging(&attr, ct_file());
	for (k = 0; k < 3; k++) {
		n = ct_fill(trid, id, sizeof(data));
		for (i = 0; i < 2 * n; i++)
			posix_trace_event(id, data, sizeof(data));
		SETUP(posix_trace_clear(trid));
		ct_fire(id, 100 + k);
		ct_flush(trid);
	}
	SETUP(posix_trace_shutdown(trid));
	trid = ct_reopen();
	id = ct_type_in(trid, "conformance a");
	for (n = 0; ct_read(trid, &ev);) {
		if (ct_is(trid, &ev, POSIX_TRACE_OVERFLOW) ||
		    ct_is(trid, &ev, POSIX_TRACE_RESUME))
			FAIL("expected no OVERFLOW or RESUME of a loss before "
					"the clear");
		if (ct_is(trid, &ev, id)) {
			if (ct_number(&ev) != 102)
				FAIL("expected event 102, got %d", ct_number(&ev));
			n++;
		}
	}
	if (n != 1)
		FAIL("expected one event in the log, got %d", n);
	PASS("the log has the event after the last clear, and no loss");
}
