/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * CANC-3: the function is no cancellation point.
 *
 * Source: XSH 2.9.5 Cancellation Points; TRC; shall.
 *
 * A thread with a cancellation request pending makes the call; it must come
 * back.  It records in a running stream.
 */
#include "conftest.h"

static trace_event_id_t id;

static void call(void)
{
	posix_trace_event(id, "data", 4);
}

static void test(void)
{
	static struct ct_event ev;
	trace_id_t trid;

	id = ct_type("conformance a");
	trid = ct_running_for(10);
	if (ct_cancels(call))
		FAIL("the pending cancellation took effect in posix_trace_event");
	if (!ct_find(ct_try, trid, &ev, id))
		FAIL("the event of the thread is not in the stream");
	PASS("posix_trace_event recorded, and is no cancellation point");
}
