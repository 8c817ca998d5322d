/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * CANC-3: the function is no cancellation point.
 *
 * Source: XSH 2.9.5 Cancellation Points; TEF; shall.
 *
 * A thread with a cancellation request pending makes the call; it must come
 * back.
 */
#define NEEDS (CT_FILTER)
#include "conftest.h"

static trace_event_set_t set;
static int result = -1;

static void call(void)
{
	result = posix_trace_eventset_fill(&set, POSIX_TRACE_ALL_EVENTS);
}

static void test(void)
{
	if (ct_cancels(call))
		FAIL("the pending cancellation took effect in "
				"posix_trace_eventset_fill");
	ct_expect("posix_trace_eventset_fill", result, 0);
	PASS("posix_trace_eventset_fill is no cancellation point");
}
