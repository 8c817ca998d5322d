/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * LOOP-5: the stream is FULL from its first exhaustion until room is freed.
 *
 * Source: XSH 2.11.1 posix_trace_status_info Structure, XSH
 * posix_trace_getnext_event() DESCRIPTION; TRC; derived.
 *
 * Reading all makes it NOT_FULL after events were lost, again and again.
 */
#include "conftest.h"

static void test(void)
{
	static struct ct_event ev;
	trace_event_id_t id = ct_type("conformance a");
	trace_attr_t attr;
	trace_id_t trid;
	int i, k, n, full;

	ct_attr(&attr, POSIX_TRACE_LOOP, 20, 64);
	trid = ct_running(&attr);
	for (k = 0; k < 3; k++) {
		n = ct_fill(trid, id, 64);
		for (i = 0; i < 2 * n + 16; i++)
			ct_fire(id, i);
		full = ct_status(trid).posix_stream_full_status;
		if (full != POSIX_TRACE_FULL)
			FAIL("expected POSIX_TRACE_FULL (%d) at round %d, got "
					"%d", POSIX_TRACE_FULL, k, full);
		while (ct_try(trid, &ev))
			;
		full = ct_status(trid).posix_stream_full_status;
		if (full != POSIX_TRACE_NOT_FULL)
			FAIL("expected POSIX_TRACE_NOT_FULL (%d) at round %d, "
					"got %d", POSIX_TRACE_NOT_FULL, k, full);
	}
	PASS("the stream was full three times, and read three times");
}
