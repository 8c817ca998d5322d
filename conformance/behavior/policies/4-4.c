/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * LOOP-5: the stream is FULL from its first exhaustion until room is freed.
 *
 * Source: XSH 2.11.1 posix_trace_status_info Structure, XSH
 * posix_trace_getnext_event() DESCRIPTION; TRC; derived.
 *
 * Reading all but the last event makes it NOT_FULL.
 */
#include "conftest.h"

static void test(void)
{
	static struct ct_event ev;
	trace_event_id_t id = ct_type("conformance a");
	trace_attr_t attr;
	trace_id_t trid;
	int n, full;

	ct_attr(&attr, POSIX_TRACE_LOOP, 20, 64);
	trid = ct_running(&attr);
	n = ct_fill(trid, id, 64);
	do {
		if (!ct_find(ct_try, trid, &ev, id))
			FAIL("expected event %d of %d", n - 2, n);
	} while (ct_number(&ev) != n - 2);
	full = ct_status(trid).posix_stream_full_status;
	if (full != POSIX_TRACE_NOT_FULL)
		FAIL("expected POSIX_TRACE_NOT_FULL (%d) of a stream of which one "
				"of %d events is left, got %d",
				POSIX_TRACE_NOT_FULL, n, full);
	PASS("a stream of which %d events were read is not full", n - 1);
}
