/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * EVENT-5: longer data is cut to exactly max-data-size bytes, with
 * TRUNCATED_RECORD.
 *
 * Source: XSH posix_trace_event() DESCRIPTION; TRC; shall.
 *
 * Also if it is read into a buffer that has just that size.
 */
#include "confread.h"

static void test(void)
{
	static unsigned char data[4096];
	static struct ct_event ev;
	trace_event_id_t id = ct_type("conformance a");
	trace_attr_t attr;
	trace_id_t trid;
	size_t size;

	ct_attr(&attr, POSIX_TRACE_UNTIL_FULL, 20, 64);
	trid = ct_running(&attr);
	SETUP(posix_trace_get_attr(trid, &attr));
	SETUP(posix_trace_attr_getmaxdatasize(&attr, &size));
	if (size >= sizeof(data))
		UNTESTED("the stream takes %zu bytes", size);
	posix_trace_event(id, data, sizeof(data));
	ct_get_part(posix_trace_trygetnext_event, trid, &ev, id, size);
	if (ev.len != size || ev.info.posix_truncation_status !=
			POSIX_TRACE_TRUNCATED_RECORD)
		FAIL("expected %zu bytes with TRUNCATED_RECORD, got %zu with %d",
				size, ev.len, ev.info.posix_truncation_status);
	PASS("a record that was cut to the %zu bytes of the buffer says so", size);
}
