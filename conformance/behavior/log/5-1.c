/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * LOG-2: losing events in the log sets its overrun status.
 *
 * Source: XSH 2.11.1 posix_trace_status_info Structure, XBD 4.19 Tracing; TRL;
 * shall.
 *
 * A LOOP log overwrites.
 */
#define NEEDS (CT_LOG)
#include "conftest.h"

static void test(void)
{
	static unsigned char data[256];
	trace_event_id_t id = ct_type("conformance a");
	trace_attr_t attr;
	trace_id_t trid;
	size_t size;
	int i, n;

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
		posix_trace_event(id, data, sizeof(data));
		if (i % 50 == 49)
			ct_flush(trid);
	}
	SETUP(posix_trace_shutdown(trid));
	i = ct_status(ct_reopen()).posix_log_overrun_status;
	if (i != POSIX_TRACE_OVERRUN)
		FAIL("expected POSIX_TRACE_OVERRUN (%d) of a log of %zu "
				"bytes, got %d",
				POSIX_TRACE_OVERRUN, size, i);
	PASS("the log of %zu bytes says OVERRUN", size);
}
