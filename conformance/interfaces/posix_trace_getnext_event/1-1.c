/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * GET-1: the oldest event that was not reported yet is reported, with its
 * data, and *unavailable zero.
 *
 * Source: XSH posix_trace_getnext_event() DESCRIPTION; TRC; shall.
 */
#include "conftest.h"

static void test(void)
{
	struct posix_trace_event_info info;
	trace_event_id_t id = ct_type("conformance a");
	unsigned char data[CT_ROOM];
	trace_id_t trid = ct_running(NULL);
	size_t len = 0;
	int none;

	posix_trace_event(id, "hello", 5);
	do {
		none = -1;
		EXPECT(posix_trace_getnext_event(trid, &info, data,
				sizeof(data), &len, &none), 0);
		if (none != 0)
			FAIL("expected *unavailable to be 0, got %d", none);
	} while (!posix_trace_eventid_equal(trid, info.posix_event_id, id));
	if (len != 5 || memcmp(data, "hello", 5) != 0)
		FAIL("expected the 5 bytes \"hello\", got %zu", len);
	PASS("the event was reported with its data");
}
