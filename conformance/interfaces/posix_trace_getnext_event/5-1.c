/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * GET-5: with room for all the data, all of it comes, with its length and
 * the truncation status it was recorded with.
 *
 * Source: XSH posix_trace_getnext_event() DESCRIPTION; TRC; shall.
 *
 * Room for just the data.
 */
#include "conftest.h"

static void test(void)
{
	struct posix_trace_event_info info;
	trace_event_id_t id = ct_type("conformance a");
	trace_id_t trid = ct_running(NULL);
	static struct ct_event ev;
	char data[8] = "#######";
	size_t len = 0;
	int none = -1;

	posix_trace_event(id, "1234", 4);
	while (!ct_read(trid, &ev) || !ct_is(trid, &ev, POSIX_TRACE_START))
		;
	EXPECT(posix_trace_getnext_event(trid, &info, data, 4, &len, &none), 0);
	if (!posix_trace_eventid_equal(trid, info.posix_event_id, id))
		UNTESTED("an implementation-defined event came between");
	if (len != 4 || memcmp(data, "1234###", 7) != 0)
		FAIL("expected 4 bytes and nothing beyond, got %zu "
				"\"%.7s\"", len, data);
	if (info.posix_truncation_status != POSIX_TRACE_NOT_TRUNCATED)
		FAIL("expected NOT_TRUNCATED, got %d", info.posix_truncation_status);
	PASS("4 bytes fit in 4 bytes");
}
