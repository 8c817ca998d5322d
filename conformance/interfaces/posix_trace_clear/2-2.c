/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * CLEAR-2: a running stream goes on running, a suspended one stays
 * suspended.
 *
 * Source: XSH posix_trace_clear() DESCRIPTION; TRC; shall.
 */
#include "conftest.h"

static void test(void)
{
	trace_event_id_t id = ct_type("conformance a");
	trace_id_t trid = ct_running(NULL);
	int n;

	SETUP(posix_trace_stop(trid));
	EXPECT(posix_trace_clear(trid), 0);
	if (ct_status(trid).posix_stream_status != POSIX_TRACE_SUSPENDED)
		FAIL("expected SUSPENDED after the clear, got %d",
				ct_status(trid).posix_stream_status);
	ct_fire(id, 1);
	n = ct_count(ct_try, trid, id);
	if (n != 0)
		FAIL("the suspended stream recorded %d events after the clear", n);
	PASS("the suspended stream stayed suspended");
}
