/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * GET-6: with less room the first num_bytes bytes come, with TRUNCATED_READ,
 * and the event is gone all the same.
 *
 * Source: XSH posix_trace_timedgetnext_event() DESCRIPTION; TRC; shall.
 */
#include "conftest.h"

static void test(void)
{
	struct posix_trace_event_info info;
	trace_event_id_t id = ct_type("conformance a");
	char data[8] = "#######";
	static struct ct_event ev;
	trace_id_t trid = ct_running(NULL);
	struct timespec ts = ct_in(3600);
	size_t len = 0;
	int none;

	posix_trace_event(id, "abcdef", 6);
	ct_fire(id, 99);
	do {
		none = -1;
		memset(data, '#', 7);
		EXPECT(posix_trace_timedgetnext_event(trid, &info, data,
				3, &len, &none, &ts), 0);
		if (none)
			FAIL("expected the event; none came");
	} while (!posix_trace_eventid_equal(trid, info.posix_event_id, id));
	if (len != 3 || memcmp(data, "abc####", 7) != 0)
		FAIL("expected the 3 bytes \"abc\" and nothing beyond, got "
				"%zu \"%.7s\"",
				len, data);
	if (info.posix_truncation_status != POSIX_TRACE_TRUNCATED_READ)
		FAIL("expected TRUNCATED_READ, got %d",
				info.posix_truncation_status);
	if (!ct_find(ct_try, trid, &ev, id) || ct_number(&ev) != 99)
		FAIL("expected the next event, not the rest of this one");
	PASS("three of six bytes came, and the event is gone");
}
