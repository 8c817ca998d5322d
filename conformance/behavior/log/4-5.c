/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * LOG-1: the events in the log never take more than log-max-size.
 *
 * Source: XSH posix_trace_attr_getlogsize() DESCRIPTION; TRL; shall.
 *
 * A LOOP log of events with 8 KiB of data: what an event takes besides hides
 * little.  It is flushed as seldom as the stream's room permits, for
 * implementations whose flush takes seconds.
 */
#define NEEDS (CT_LOG)
#include "conftest.h"

static void test(void)
{
	static unsigned char data[8192];
	static struct ct_event ev;
	trace_event_id_t id = ct_type("conformance a");
	size_t size, bytes = 0;
	trace_attr_t attr;
	trace_id_t trid;
	int i, n;

	ct_attr(&attr, POSIX_TRACE_LOOP, 40, sizeof(data));
	SETUP(posix_trace_attr_setlogsize(&attr, 1 << 20));
	ct_room(&attr, 40, sizeof(data));
	trid = ct_logging(&attr, ct_file());
	SETUP(posix_trace_get_attr(trid, &attr));
	SETUP(posix_trace_attr_getlogsize(&attr, &size));
	SETUP(posix_trace_attr_getmaxdatasize(&attr, &bytes));
	if (size > (size_t)8 << 20 || bytes < sizeof(data))
		UNTESTED("the log has %zu bytes, an event %zu", size, bytes);
	n = (int)(3 * size / sizeof(data));
	for (i = 0; i < n; i++) {
		posix_trace_event(id, data, sizeof(data));
		if (i % 38 == 37)
			ct_flush(trid);
	}
	SETUP(posix_trace_shutdown(trid));
	trid = ct_reopen();
	id = ct_type_in(trid, "conformance a");
	for (bytes = 0; ct_find(ct_read, trid, &ev, id);)
		bytes += ev.len;
	if (bytes > size)
		FAIL("%zu bytes of data are in a log of %zu", bytes, size);
	PASS("%zu bytes of data are in a log of %zu", bytes, size);
}
