/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * LOG-1: the events in the log never take more than log-max-size.
 *
 * Source: XSH posix_trace_attr_getlogsize() DESCRIPTION; TRL; shall.
 *
 * A LOOP log.
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
	for (last = 0; ct_find(ct_read, trid, &ev, id); last++)
		;
	if ((size_t)last * sizeof(data) > size)
		FAIL("%d events of %zu bytes are in a log of "
				"%zu", last, sizeof(data), size);
	PASS("%d events of %zu bytes are in a log of %zu", last, sizeof(data), size);
}
