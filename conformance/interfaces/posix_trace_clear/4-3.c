/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * CLEAR-6: the log of a stream is begun anew, and is not full.
 *
 * Source: XSH posix_trace_clear() DESCRIPTION; TRL; shall.
 *
 * A LOOP log that has wrapped.
 */
#define NEEDS (CT_LOG)
#include "conftest.h"

static void test(void)
{
	static unsigned char data[256];
	static struct ct_event ev;
	trace_event_id_t id = ct_type("conformance a");
	trace_attr_t attr;
	trace_id_t trid;
	int i;

	ct_attr(&attr, POSIX_TRACE_LOOP, 100, 256);
	SETUP(posix_trace_attr_setlogsize(&attr, 32768));
	ct_room(&attr, 100, 256);
	trid = ct_logging(&attr, ct_file());
	for (i = 0; i < 1000; i++) {
		posix_trace_event(id, data, sizeof(data));
		if (i % 50 == 49)
			ct_flush(trid);
	}
	EXPECT(posix_trace_clear(trid), 0);
	ct_fire(id, 5);
	SETUP(posix_trace_shutdown(trid));
	trid = ct_reopen();
	id = ct_type_in(trid, "conformance a");
	if (!ct_find(ct_read, trid, &ev, id) || ev.len != sizeof(int) ||
	    ct_number(&ev) != 5)
		FAIL("expected the event after the clear first in the log");
	if (ct_find(ct_read, trid, &ev, id))
		FAIL("expected one event in the log, a second of %zu bytes "
				"came", ev.len);
	PASS("the log has the one event after the clear");
}
