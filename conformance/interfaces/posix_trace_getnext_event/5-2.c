/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * GET-5: with room for all the data, all of it comes, with its length and
 * the truncation status it was recorded with.
 *
 * Source: XSH posix_trace_getnext_event() DESCRIPTION; TRC; shall.
 *
 * Data that was truncated when it was recorded.
 */
#include "conftest.h"

static void test(void)
{
	static struct ct_event ev;
	static unsigned char data[CT_ROOM];
	trace_event_id_t id = ct_type("conformance a");
	trace_attr_t attr;
	trace_id_t trid;
	size_t size;

	ct_attr(&attr, POSIX_TRACE_LOOP, 10, 24);
	trid = ct_running(&attr);
	SETUP(posix_trace_get_attr(trid, &attr));
	SETUP(posix_trace_attr_getmaxdatasize(&attr, &size));
	if (size >= sizeof(data))
		UNTESTED("the stream uses a data size of %zu", size);
	posix_trace_event(id, data, size + 1);
	if (!ct_find(ct_read, trid, &ev, id) || ev.len != size)
		FAIL("expected %zu bytes, got %zu", size, ev.len);
	if (ev.info.posix_truncation_status != POSIX_TRACE_TRUNCATED_RECORD)
		FAIL("expected TRUNCATED_RECORD, got %d",
				ev.info.posix_truncation_status);
	PASS("a truncated record says so");
}
