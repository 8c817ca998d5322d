/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * EVENT-5: longer data is cut to exactly max-data-size bytes, with
 * TRUNCATED_RECORD.
 *
 * Source: XSH posix_trace_event() DESCRIPTION; TRC; shall.
 *
 * One byte too many.
 */
#include "conftest.h"

static void test(void)
{
	static struct ct_event ev;
	trace_event_id_t id = ct_type("conformance a");
	unsigned char data[256];
	trace_attr_t attr;
	trace_id_t trid;
	size_t size, i;

	ct_attr(&attr, POSIX_TRACE_LOOP, 10, 40);
	trid = ct_running(&attr);
	SETUP(posix_trace_get_attr(trid, &attr));
	SETUP(posix_trace_attr_getmaxdatasize(&attr, &size));
	if (size + 1 > sizeof(data))
		UNTESTED("the stream uses a data size of %zu", size);
	for (i = 0; i < sizeof(data); i++)
		data[i] = (unsigned char)i;
	posix_trace_event(id, data, size + 1);
	if (!ct_find(ct_try, trid, &ev, id) || ev.len != size)
		FAIL("expected %zu bytes, got %zu", size, ev.len);
	if (memcmp(ev.data, data, size) != 0)
		FAIL("expected the first %zu bytes unchanged", size);
	if (ev.info.posix_truncation_status != POSIX_TRACE_TRUNCATED_RECORD)
		FAIL("expected TRUNCATED_RECORD, got "
				"%d", ev.info.posix_truncation_status);
	PASS("%zu bytes were cut to %zu", size + 1, size);
}
