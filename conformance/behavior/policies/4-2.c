/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * LOOP-5: the stream is FULL from its first exhaustion until room is freed.
 *
 * Source: XSH 2.11.1 posix_trace_status_info Structure, XSH
 * posix_trace_getnext_event() DESCRIPTION; TRC; derived.
 *
 * Reading all of it makes it NOT_FULL.
 */
#include "conftest.h"

static void test(void)
{
	static struct ct_event ev;
	trace_event_id_t id = ct_type("conformance a");
	trace_attr_t attr;
	trace_id_t trid;
	int i;

	ct_attr(&attr, POSIX_TRACE_LOOP, 20, 64);
	trid = ct_running(&attr);
	ct_fill(trid, id, 64);
	while (ct_try(trid, &ev))
		;
	i = ct_status(trid).posix_stream_full_status;
	if (i != POSIX_TRACE_NOT_FULL)
		FAIL("expected POSIX_TRACE_NOT_FULL (%d), got "
				"%d", POSIX_TRACE_NOT_FULL, i);
	PASS("the stream that was read is not full");
}
