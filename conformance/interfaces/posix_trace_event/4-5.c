/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * EVENT-5: longer data is cut to exactly max-data-size bytes, with
 * TRUNCATED_RECORD.
 *
 * Source: XSH posix_trace_event() DESCRIPTION; TRC; shall.
 *
 * What is cut is not lost: neither OVERRUN nor OVERFLOW tells of it.
 */
#include "conftest.h"

static void test(void)
{
	static unsigned char data[4096];
	static struct ct_event ev;
	trace_event_id_t id = ct_type("conformance a");
	trace_attr_t attr;
	trace_id_t trid;
	size_t size;
	int n = 0;

	ct_attr(&attr, POSIX_TRACE_UNTIL_FULL, 20, 64);
	trid = ct_running(&attr);
	SETUP(posix_trace_get_attr(trid, &attr));
	SETUP(posix_trace_attr_getmaxdatasize(&attr, &size));
	if (size >= sizeof(data))
		UNTESTED("the stream takes %zu bytes", size);
	posix_trace_event(id, data, sizeof(data));
	if (ct_status(trid).posix_stream_overrun_status !=
			POSIX_TRACE_NO_OVERRUN)
		FAIL("expected NO_OVERRUN when data was cut");
	while (ct_try(trid, &ev)) {
		if (ct_is(trid, &ev, POSIX_TRACE_OVERFLOW))
			FAIL("expected no OVERFLOW when data was cut");
		n += ct_is(trid, &ev, id) != 0;
	}
	if (n != 1)
		FAIL("expected the event, got %d", n);
	PASS("an event that is cut is not lost");
}
