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
	result = posix_trace_eventset_del(POSIX_TRACE_START, &set);
}

static void test(void)
{
	SETUP(posix_trace_eventset_empty(&set));
	if (ct_cancels(call))
		FAIL("the pending cancellation took effect in "
				"posix_trace_eventset_del");
	ct_expect("posix_trace_eventset_del", result, 0);
	PASS("posix_trace_eventset_del is no cancellation point");
}
