/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * LOOP-5: the stream is FULL from its first exhaustion until room is freed.
 *
 * Source: XSH 2.11.1 posix_trace_status_info Structure, XSH
 * posix_trace_getnext_event() DESCRIPTION; TRC; derived.
 *
 * It stays FULL while it records.
 */
#include "conftest.h"

static void test(void)
{
	trace_event_id_t id = ct_type("conformance a");
	trace_attr_t attr;
	trace_id_t trid;
	int i, n, k;

	ct_attr(&attr, POSIX_TRACE_LOOP, 20, 64);
	trid = ct_running(&attr);
	n = ct_fill(trid, id, 64);
	for (k = 0; k < 10; k++) {
		for (i = 0; i < n / 3 + 1; i++)
			ct_fire(id, i);
		if (ct_status(trid).posix_stream_full_status != POSIX_TRACE_FULL)
			FAIL("expected FULL, got %d at round %d",
					ct_status(trid).posix_stream_full_status, k);
	}
	PASS("the stream stays FULL while it records");
}
