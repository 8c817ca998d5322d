/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * GET-6: with less room the first num_bytes bytes come, with TRUNCATED_READ,
 * and the event is gone all the same.
 *
 * Source: XSH posix_trace_getnext_event() DESCRIPTION; TRC; shall.
 *
 * Out of a log, where the next reading gives the event whole.
 */
#define NEEDS (CT_LOG)
#include "conftest.h"

static void test(void)
{
	struct posix_trace_event_info info;
	trace_event_id_t id = ct_type("conformance a");
	static struct ct_event ev;
	trace_id_t trid = ct_made_log(id, 2);
	char data[2];
	size_t len = 0;
	int none;

	id = ct_type_in(trid, "conformance a");
	do {
		none = -1;
		EXPECT(posix_trace_getnext_event(trid, &info, data, 2, &len,
				&none), 0);
		if (none)
			FAIL("expected an event in the log");
	} while (!posix_trace_eventid_equal(trid, info.posix_event_id, id));
	if (len != 2 || info.posix_truncation_status != POSIX_TRACE_TRUNCATED_READ)
		FAIL("expected 2 bytes and TRUNCATED_READ, got %zu and %d", len,
				info.posix_truncation_status);
	SETUP(posix_trace_rewind(trid));
	if (!ct_find(ct_read, trid, &ev, id) || ev.len != sizeof(int) ||
	    ct_number(&ev) != 0 ||
	    ev.info.posix_truncation_status != POSIX_TRACE_NOT_TRUNCATED)
		FAIL("expected the whole event after the rewind, got %zu "
				"bytes, truncation %d",
				ev.len, ev.info.posix_truncation_status);
	PASS("a truncated read of a log is not remembered");
}
