/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * FLUSH-4: flushing more than the log takes: UNTIL_FULL discards, LOOP
 * overwrites, APPEND appends; none of them is an error.
 *
 * Source: XSH posix_trace_flush() DESCRIPTION; TRL; shall.
 *
 * LOOP.
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
	int i, last = -1;

	ct_attr(&attr, POSIX_TRACE_UNTIL_FULL, 2000, sizeof(data));
	SETUP(posix_trace_attr_setlogsize(&attr, 65536));
	ct_room(&attr, 2000, sizeof(data));
	trid = ct_logging(&attr, ct_file());
	for (i = 0; i < 2000; i++) {
		memcpy(data, &i, sizeof(i));
		posix_trace_event(id, data, sizeof(data));
	}
	EXPECT(posix_trace_flush(trid), 0);
	EXPECT(posix_trace_shutdown(trid), 0);
	trid = ct_reopen();
	id = ct_type_in(trid, "conformance a");
	while (ct_find(ct_read, trid, &ev, id))
		last = ct_number(&ev);
	if (last != 1999)
		FAIL("expected event 1999 to be the newest, got %d", last);
	PASS("one flush of more than the log takes leaves the newest events");
}
