/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * EVENT-4: data up to max-data-size is recorded whole.
 *
 * Source: XSH posix_trace_event() DESCRIPTION; TRC; shall.
 *
 * Twenty thousand bytes.
 */
#include "conftest.h"

static void test(void)
{
	static struct ct_event ev;
	static unsigned char data[20000], back[30000];
	struct posix_trace_event_info info;
	trace_event_id_t id = ct_type("conformance a");
	trace_attr_t attr;
	trace_id_t trid;
	size_t size, len, i;
	int none;

	ct_attr(&attr, POSIX_TRACE_LOOP, 10, sizeof(data));
	trid = ct_running(&attr);
	SETUP(posix_trace_get_attr(trid, &attr));
	SETUP(posix_trace_attr_getmaxdatasize(&attr, &size));
	if (size < sizeof(data))
		UNTESTED("the stream uses a data size of %zu", size);
	for (i = 0; i < sizeof(data); i++)
		data[i] = (unsigned char)(i % 253);
	if (!ct_find(ct_try, trid, &ev, POSIX_TRACE_START))
		FAIL("expected START");
	posix_trace_event(id, data, sizeof(data));
	do {
		EXPECT(posix_trace_trygetnext_event(trid, &info, back,
				sizeof(back), &len, &none), 0);
		if (none)
			FAIL("expected an event of 20000 bytes; none came");
	} while (!posix_trace_eventid_equal(trid, info.posix_event_id, id));
	if (len != sizeof(data) || memcmp(data, back, len) != 0 ||
	    info.posix_truncation_status != POSIX_TRACE_NOT_TRUNCATED)
		FAIL("expected 20000 bytes unchanged, got %zu, truncation %d", len,
				info.posix_truncation_status);
	PASS("20000 bytes came back");
}
