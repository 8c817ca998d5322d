/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * CLEAR-2: a running stream goes on running, a suspended one stays
 * suspended.
 *
 * Source: XSH posix_trace_clear() DESCRIPTION; TRC; shall.
 *
 * A running LOOP stream that is full.
 */
#include "conftest.h"

static void test(void)
{
	trace_event_id_t id = ct_type("conformance a");
	trace_attr_t attr;
	trace_id_t trid;
	int n;

	ct_attr(&attr, POSIX_TRACE_LOOP, 20, 64);
	trid = ct_running(&attr);
	ct_fill(trid, id, 64);
	EXPECT(posix_trace_clear(trid), 0);
	if (ct_status(trid).posix_stream_status != POSIX_TRACE_RUNNING)
		FAIL("expected RUNNING after the clear, got %d",
				ct_status(trid).posix_stream_status);
	ct_fire(id, 1);
	n = ct_count(ct_try, trid, id);
	if (n != 1)
		FAIL("expected one event after the clear, got %d", n);
	PASS("the full stream runs on, empty");
}
