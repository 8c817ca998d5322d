/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * GET-7: num_bytes may be 0 with a null pointer: an event with data is then
 * TRUNCATED_READ, one without is NOT_TRUNCATED.
 *
 * Source: XSH posix_trace_getnext_event() DESCRIPTION; TRC; derived.
 */
#include "conftest.h"

static void test(void)
{
	struct posix_trace_event_info info;
	trace_event_id_t full = ct_type("conformance full");
	trace_event_id_t bare = ct_type("conformance bare");
	trace_id_t trid = ct_running(NULL);
	size_t len;
	int none;

	posix_trace_event(full, "abc", 3);
	posix_trace_event(bare, NULL, 0);
	do {
		len = 1;
		EXPECT(posix_trace_getnext_event(trid, &info, NULL,
				0, &len, &none), 0);
		if (none)
			FAIL("expected the event; none came");
	} while (!posix_trace_eventid_equal(trid, info.posix_event_id, full));
	if (len != 0 || info.posix_truncation_status != POSIX_TRACE_TRUNCATED_READ)
		FAIL("with data: expected 0 bytes and TRUNCATED_READ, got %zu and %d",
				len, info.posix_truncation_status);
	do {
		len = 1;
		EXPECT(posix_trace_getnext_event(trid, &info, NULL,
				0, &len, &none), 0);
		if (none)
			FAIL("expected the event; none came");
	} while (!posix_trace_eventid_equal(trid, info.posix_event_id, bare));
	if (len != 0 || info.posix_truncation_status != POSIX_TRACE_NOT_TRUNCATED)
		FAIL("without data: expected 0 bytes and NOT_TRUNCATED, got "
				"%zu and %d",
				len, info.posix_truncation_status);
	PASS("events can be read without their data");
}
