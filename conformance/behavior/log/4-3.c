/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * LOG-1: the events in the log never take more than log-max-size.
 *
 * Source: XSH posix_trace_attr_getlogsize() DESCRIPTION; TRL; shall.
 *
 * The shutdown does not go beyond the size either: all the events are still
 * in the stream when it is called.
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

	ct_attr(&attr, POSIX_TRACE_UNTIL_FULL, 2000, sizeof(data));
	SETUP(posix_trace_attr_setlogsize(&attr, 65536));
	ct_room(&attr, 2000, sizeof(data));
	trid = ct_logging(&attr, ct_file());
	SETUP(posix_trace_get_attr(trid, &attr));
	SETUP(posix_trace_attr_getlogsize(&attr, &size));
	if (size > 1500 * sizeof(data))
		UNTESTED("the log has %zu bytes", size);
	for (i = 0; i < 2000; i++) {
		memcpy(data, &i, sizeof(i));
		posix_trace_event(id, data, sizeof(data));
	}
	SETUP(posix_trace_shutdown(trid));
	trid = ct_reopen();
	id = ct_type_in(trid, "conformance a");
	i = -1;
	for (n = 0; ct_find(ct_read, trid, &ev, id); n++)
		i = ct_number(&ev);
	if ((size_t)n * sizeof(data) > size)
		FAIL("%d events of %zu bytes are in a log of "
				"%zu", n, sizeof(data), size);
	if (i != 1999)
		FAIL("expected the last of 2000 events in a LOOP log, the "
				"newest is %d", i);
	PASS("%d events of %zu bytes are in a log of %zu", n, sizeof(data), size);
}
