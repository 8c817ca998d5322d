/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * LOGU-1: an UNTIL_FULL log that is full takes no more; it is FULL, and its
 * last event is STOP.
 *
 * Source: XSH posix_trace_attr_setlogfullpolicy() DESCRIPTION; TRL; shall.
 *
 * A log that the flushes of policy FLUSH fill, with events of several sizes.
 */
#define NEEDS (CT_LOG)
#include "conftest.h"

static void test(void)
{
	static unsigned char data[1024];
	static struct ct_event ev;
	trace_event_id_t id = ct_type("conformance a");
	trace_attr_t attr;
	trace_id_t trid;
	size_t size, bytes;
	int i;

	ct_attr(&attr, POSIX_TRACE_FLUSH, 100, sizeof(data));
	SETUP(posix_trace_attr_setlogsize(&attr, 100000));
	SETUP(posix_trace_attr_setlogfullpolicy(&attr, POSIX_TRACE_UNTIL_FULL));
	ct_room(&attr, 100, sizeof(data));
	trid = ct_logging(&attr, ct_file());
	SETUP(posix_trace_get_attr(trid, &attr));
	SETUP(posix_trace_attr_getlogsize(&attr, &size));
	if (size > (size_t)8 << 20)
		UNTESTED("the log has %zu bytes", size);
	for (i = 0, bytes = 0; bytes < 4 * size; i++) {
		posix_trace_event(id, data, (size_t)i % sizeof(data));
		bytes += (size_t)i % sizeof(data);
		if (i % 50 == 49 && ct_status(trid).posix_log_full_status ==
				POSIX_TRACE_FULL)
			break;
		if (i % 100 == 99)
			ct_flush(trid);
	}
	SETUP(posix_trace_shutdown(trid));
	trid = ct_reopen();
	if (ct_status(trid).posix_log_full_status != POSIX_TRACE_FULL)
		FAIL("expected the log of %zu bytes to be full of %zu", size,
				bytes);
	i = 0;
	while (ct_read(trid, &ev))
		i = ct_is(trid, &ev, POSIX_TRACE_STOP);
	if (!i)
		FAIL("expected STOP as the last event of a full log of %zu "
				"bytes", size);
	PASS("the last event of the full log is STOP");
}
