/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * EVENT-4: data up to max-data-size is recorded whole.
 *
 * Source: XSH posix_trace_event() DESCRIPTION; TRC; shall.
 *
 * Exactly max-data-size bytes.
 */
#include "conftest.h"

static void test(void)
{
	static struct ct_event ev;
	trace_event_id_t id = ct_type("conformance a");
	unsigned char data[40];
	trace_attr_t attr;
	trace_id_t trid;
	size_t size;

	ct_attr(&attr, POSIX_TRACE_LOOP, 10, 40);
	trid = ct_running(&attr);
	SETUP(posix_trace_get_attr(trid, &attr));
	SETUP(posix_trace_attr_getmaxdatasize(&attr, &size));
	if (size != 40)
		UNTESTED("the stream uses a data size of %zu", size);
	memset(data, 0x5a, sizeof(data));
	posix_trace_event(id, data, 40);
	if (!ct_find(ct_try, trid, &ev, id) || ev.len != 40)
		FAIL("expected 40 bytes, got %zu", ev.len);
	if (ev.info.posix_truncation_status != POSIX_TRACE_NOT_TRUNCATED)
		FAIL("expected NOT_TRUNCATED, got "
				"%d", ev.info.posix_truncation_status);
	PASS("max-data-size bytes are not truncated");
}
