/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * EVENT-5: longer data is cut to exactly max-data-size bytes, with
 * TRUNCATED_RECORD.
 *
 * Source: XSH posix_trace_event() DESCRIPTION; TRC; shall.
 *
 * In a log.
 */
#define NEEDS (CT_LOG)
#include "conftest.h"

static void test(void)
{
	static struct ct_event ev;
	trace_event_id_t id = ct_type("conformance a");
	unsigned char data[256] = "";
	trace_attr_t attr;
	trace_id_t trid;
	size_t size;

	ct_attr(&attr, POSIX_TRACE_LOOP, 10, 40);
	trid = ct_logging(&attr, ct_file());
	SETUP(posix_trace_get_attr(trid, &attr));
	SETUP(posix_trace_attr_getmaxdatasize(&attr, &size));
	if (size >= sizeof(data))
		UNTESTED("the stream uses a data size of %zu", size);
	posix_trace_event(id, data, sizeof(data));
	posix_trace_event(id, data, size);
	SETUP(posix_trace_shutdown(trid));
	trid = ct_reopen();
	id = ct_type_in(trid, "conformance a");
	if (!ct_find(ct_read, trid, &ev, id) || ev.len != size ||
	    ev.info.posix_truncation_status != POSIX_TRACE_TRUNCATED_RECORD)
		FAIL("expected %zu bytes with TRUNCATED_RECORD, got %zu with "
				"%d", size,
				ev.len, ev.info.posix_truncation_status);
	if (!ct_find(ct_read, trid, &ev, id) || ev.len != size ||
	    ev.info.posix_truncation_status != POSIX_TRACE_NOT_TRUNCATED)
		FAIL("expected %zu bytes with NOT_TRUNCATED, got %zu with %d", size,
				ev.len, ev.info.posix_truncation_status);
	PASS("the log keeps what was truncated and what was not");
}
