/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * LOGU-1: an UNTIL_FULL log that is full takes no more; it is FULL, and its
 * last event is STOP.
 *
 * Source: XSH posix_trace_attr_setlogfullpolicy() DESCRIPTION; TRL; shall.
 *
 * It has the oldest events.
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
	size_t size;
	int i, n;

	ct_attr(&attr, POSIX_TRACE_LOOP, 200, sizeof(data));
	SETUP(posix_trace_attr_setlogsize(&attr, 65536));
	SETUP(posix_trace_attr_setlogfullpolicy(&attr, POSIX_TRACE_UNTIL_FULL));
	ct_room(&attr, 200, sizeof(data));
	trid = ct_logging(&attr, ct_file());
	SETUP(posix_trace_get_attr(trid, &attr));
	SETUP(posix_trace_attr_getlogsize(&attr, &size));
	if (size > (size_t)8 << 20)
		UNTESTED("the log has %zu bytes", size);
	n = (int)(4 * size / sizeof(data));
	for (i = 0; i < n; i++) {
		memcpy(data, &i, sizeof(i));
		posix_trace_event(id, data, sizeof(data));
		if (i % 50 == 49)
			ct_flush(trid);
	}
	SETUP(posix_trace_shutdown(trid));
	trid = ct_reopen();
	id = ct_type_in(trid, "conformance a");
	for (i = 0; ct_find(ct_read, trid, &ev, id); i++)
		if (ct_number(&ev) != i)
			FAIL("expected event %d, got %d", i, ct_number(&ev));
	if (i == 0 || i == n)
		FAIL("expected some of %d events in a log of %zu bytes, got "
				"%d", n, size, i);
	PASS("a log of %zu bytes has the first %d of %d events", size, i, n);
}
