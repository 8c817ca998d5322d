/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * LOGU-1: an UNTIL_FULL log that is full takes no more; it is FULL, and its
 * last event is STOP.
 *
 * Source: XSH posix_trace_attr_setlogfullpolicy() DESCRIPTION; TRL; shall.
 *
 * The last event.
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
	size_t len = 0;
	int i, n, number = 0;

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
	i = 0;
	while (ct_read(trid, &ev)) {
		i = ct_is(trid, &ev, POSIX_TRACE_STOP);
		/* A read that finds no event may leave anything there. */
		len = ev.len;
		number = ct_number(&ev);
	}
	if (!i)
		FAIL("expected STOP as the last event of a full log of %zu "
				"bytes", size);
	if (len != sizeof(int))
		FAIL("expected an int as data of STOP, got %zu bytes", len);
	PASS("the last event of the full log is STOP with data %d", number);
}
