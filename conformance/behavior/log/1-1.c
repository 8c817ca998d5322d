/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * LOGL-1: a LOOP log that is full overwrites its oldest events, so it has
 * the most recently flushed ones.
 *
 * Source: XSH posix_trace_attr_setlogfullpolicy() DESCRIPTION; TRL; shall.
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
	int i, n, last = -1;

	ct_attr(&attr, POSIX_TRACE_LOOP, 200, sizeof(data));
	SETUP(posix_trace_attr_setlogsize(&attr, 65536));
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
	while (ct_find(ct_read, trid, &ev, id)) {
		if (last != -1 && ct_number(&ev) != last + 1)
			FAIL("expected event %d after %d, got %d", last + 1, last,
					ct_number(&ev));
		if (last == -1 && ct_number(&ev) == 0)
			FAIL("the first of %d events is in a log of %zu "
					"bytes", n, size);
		last = ct_number(&ev);
	}
	if (last != n - 1)
		FAIL("expected the last of %d events in the log, the newest "
				"is %d", n, last);
	PASS("a log of %zu bytes has the newest of %d events", size, n);
}
