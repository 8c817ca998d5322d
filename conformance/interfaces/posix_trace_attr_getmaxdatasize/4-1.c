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

static trace_attr_t attr;
static size_t n;
static int result = -1;

static void call(void)
{
	result = posix_trace_attr_getmaxdatasize(&attr, &n);
}

static void test(void)
{
	SETUP(posix_trace_attr_init(&attr));
	if (ct_cancels(call))
		FAIL("the pending cancellation took effect in "
				"posix_trace_attr_getmaxdatasize");
	ct_expect("posix_trace_attr_getmaxdatasize", result, 0);
	PASS("posix_trace_attr_getmaxdatasize is no cancellation point");
}
