/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * ASIZE-6: events whose largest sizes add up to no more than stream-min-size
 * are all recorded, whatever thread and process they come from.
 *
 * Source: XSH posix_trace_attr_getmaxsystemeventsize() DESCRIPTION; TRC;
 * shall.
 *
 * Data of many sizes, in streams of several sizes. What one event takes is
 * asked for before the size of the stream is set, for how else could that be
 * known?
 */
#include "conftest.h"

static void test(void)
{
	static unsigned char data[8200];
	trace_event_id_t id = ct_type("conformance a");
	size_t user, system, size;
	trace_attr_t attr;
	trace_id_t trid;
	int i, n;

	for (size = 0; size < sizeof(data); size += 135)
		for (n = 10; n < 200; n = 2 * n + 3) {
			SETUP(posix_trace_attr_init(&attr));
			SETUP(posix_trace_attr_setstreamfullpolicy(&attr,
					POSIX_TRACE_UNTIL_FULL));
			SETUP(posix_trace_attr_setmaxdatasize(&attr, size));
			SETUP(posix_trace_attr_getmaxusereventsize(&attr, size,
					&user));
			SETUP(posix_trace_attr_getmaxsystemeventsize(&attr,
					&system));
			SETUP(posix_trace_attr_setstreamsize(&attr,
					system + (size_t)n * user));
			trid = ct_running(&attr);
			for (i = 0; i < n; i++)
				posix_trace_event(id, data, size);
			if (ct_status(trid).posix_stream_overrun_status !=
					POSIX_TRACE_NO_OVERRUN)
				FAIL("not all of %d events of %zu bytes "
						"fitted in %zu bytes",
						n, size, system + (size_t)n * user);
			i = ct_count(ct_try, trid, id);
			if (i != n)
				FAIL("expected %d events of %zu bytes, got "
						"%d", n, size, i);
			SETUP(posix_trace_shutdown(trid));
		}
	PASS("events of up to 8100 bytes fitted as the attributes promised");
}
