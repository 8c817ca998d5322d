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
static int result = -1;

static void call(void)
{
	result = posix_trace_eventid_open("conformance a", &id);
}

static void test(void)
{
	if (ct_cancels(call))
		FAIL("the pending cancellation took effect in "
				"posix_trace_eventid_open");
	ct_expect("posix_trace_eventid_open", result, 0);
	PASS("posix_trace_eventid_open is no cancellation point");
}
