/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * EVENT-5: longer data is cut to exactly max-data-size bytes, with
 * TRUNCATED_RECORD.
 *
 * Source: XSH posix_trace_event() DESCRIPTION; TRC; shall.
 *
 * Very many too many.
 */
#include "conftest.h"

static void test(void)
{
	static struct ct_event ev;
	static unsigned char data[200000];
	trace_event_id_t id = ct_type("conformance a");
	trace_attr_t attr;
	trace_id_t trid;
	size_t size;

	ct_attr(&attr, POSIX_TRACE_LOOP, 10, 40);
	trid = ct_running(&attr);
	SETUP(posix_trace_get_attr(trid, &attr));
	SETUP(posix_trace_attr_getmaxdatasize(&attr, &size));
	if (size >= sizeof(data))
		UNTESTED("the stream uses a data size of %zu", size);
	posix_trace_event(id, data, sizeof(data));
	ct_fire(id, 77);
	if (!ct_find(ct_try, trid, &ev, id) || ev.len != size ||
	    ev.info.posix_truncation_status != POSIX_TRACE_TRUNCATED_RECORD)
		FAIL("expected %zu bytes with TRUNCATED_RECORD, got %zu with "
				"%d", size,
				ev.len, ev.info.posix_truncation_status);
	if (!ct_find(ct_try, trid, &ev, id) || ct_number(&ev) != 77)
		FAIL("expected the next event to be unharmed");
	PASS("200000 bytes were cut to %zu", size);
}
