/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * CLEAR-1: all events recorded before are gone, and the stream is not full.
 *
 * Source: XSH posix_trace_clear() DESCRIPTION; TRC; shall.
 *
 * A full UNTIL_FULL stream.
 */
#include "conftest.h"

static void test(void)
{
	trace_event_id_t id = ct_type("conformance a");
	trace_attr_t attr;
	trace_id_t trid;
	int i, n;

	ct_attr(&attr, POSIX_TRACE_UNTIL_FULL, 20, 64);
	trid = ct_running(&attr);
	n = ct_fill(trid, id, 64);
	for (i = 0; i < 16; i++)
		ct_fire(id, n + i);
	EXPECT(posix_trace_clear(trid), 0);
	if (ct_status(trid).posix_stream_full_status != POSIX_TRACE_NOT_FULL)
		FAIL("expected NOT_FULL after the clear");
	n = ct_count(ct_try, trid, id);
	if (n != 0)
		FAIL("expected no event after the clear, got %d", n);
	PASS("the full stream is empty and not full");
}
