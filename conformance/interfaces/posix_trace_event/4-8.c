/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * EVENT-5: longer data is cut to exactly max-data-size bytes, with
 * TRUNCATED_RECORD.
 *
 * Source: XSH posix_trace_event() DESCRIPTION; TRC; shall.
 *
 * Also if it is read from a log, into a buffer that has just that size.
 */
#define NEEDS (CT_LOG)
#include "confread.h"

static void test(void)
{
	static unsigned char data[4096];
	static struct ct_event ev;
	trace_event_id_t id = ct_type("conformance a");
	trace_attr_t attr;
	trace_id_t trid;
	size_t size;

	ct_log_attr(&attr, 20);
	trid = ct_logging(&attr, ct_file());
	SETUP(posix_trace_get_attr(trid, &attr));
	SETUP(posix_trace_attr_getmaxdatasize(&attr, &size));
	if (size >= sizeof(data))
		UNTESTED("the stream takes %zu bytes", size);
	posix_trace_event(id, data, sizeof(data));
	SETUP(posix_trace_shutdown(trid));
	trid = ct_reopen();
	id = ct_type_in(trid, "conformance a");
	ct_get_part(posix_trace_getnext_event, trid, &ev, id, size);
	if (ev.len != size || ev.info.posix_truncation_status !=
			POSIX_TRACE_TRUNCATED_RECORD)
		FAIL("expected %zu bytes with TRUNCATED_RECORD, got %zu with %d",
				size, ev.len, ev.info.posix_truncation_status);
	PASS("a record that was cut to the %zu bytes of the buffer says so", size);
}
