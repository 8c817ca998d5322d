/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * GET-6: with less room the first num_bytes bytes come, with TRUNCATED_READ,
 * and the event is gone all the same.
 *
 * Source: XSH posix_trace_getnext_event() DESCRIPTION; TRC; shall.
 *
 * TRUNCATED_READ takes the place of TRUNCATED_RECORD.
 */
#include "conftest.h"

static void test(void)
{
	static unsigned char many[CT_ROOM];
	struct posix_trace_event_info info;
	trace_event_id_t id = ct_type("conformance a");
	char data[8];
	trace_attr_t attr;
	trace_id_t trid;
	size_t len = 0;
	int none;

	ct_attr(&attr, POSIX_TRACE_LOOP, 10, 24);
	trid = ct_running(&attr);
	posix_trace_event(id, many, sizeof(many));
	do {
		none = -1;
		EXPECT(posix_trace_getnext_event(trid, &info, data,
				5, &len, &none), 0);
		if (none)
			FAIL("expected the event; none came");
	} while (!posix_trace_eventid_equal(trid, info.posix_event_id, id));
	if (len != 5 || info.posix_truncation_status != POSIX_TRACE_TRUNCATED_READ)
		FAIL("expected 5 bytes and TRUNCATED_READ, got %zu and %d", len,
				info.posix_truncation_status);
	PASS("the event that was cut twice is TRUNCATED_READ");
}
