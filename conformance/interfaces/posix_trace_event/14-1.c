/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * CANC-3: the function is no cancellation point.
 *
 * Source: XSH 2.9.5 Cancellation Points; TRC; shall.
 *
 * A thread with a cancellation request pending makes the call; it must come
 * back.
 */
#include "conftest.h"

static trace_event_id_t id;

static void call(void)
{
	posix_trace_event(id, "data", 4);
}

static void test(void)
{
	id = ct_type("conformance a");
	if (ct_cancels(call))
		FAIL("the pending cancellation took effect in posix_trace_event");
	PASS("posix_trace_event is no cancellation point");
}
