/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * CLEAR-1: all events recorded before are gone, and the stream is not full.
 *
 * Source: XSH posix_trace_clear() DESCRIPTION; TRC; shall.
 *
 * A full LOOP stream.
 */
#include "conftest.h"

static void test(void)
{
	trace_event_id_t id = ct_type("conformance a");
	trace_attr_t attr;
	trace_id_t trid;

	ct_attr(&attr, POSIX_TRACE_LOOP, 20, 64);
	trid = ct_running(&attr);
	ct_fill(trid, id, 64);
	EXPECT(posix_trace_clear(trid), 0);
	if (ct_status(trid).posix_stream_full_status != POSIX_TRACE_NOT_FULL)
		FAIL("expected NOT_FULL after the clear");
	if (ct_count(ct_try, trid, id) != 0)
		FAIL("expected no event after the clear");
	PASS("the full stream is empty and not full");
}
