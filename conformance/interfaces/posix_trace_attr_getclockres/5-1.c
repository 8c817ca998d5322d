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
static struct timespec ts;
static int result = -1;

static void call(void)
{
	result = posix_trace_attr_getclockres(&attr, &ts);
}

static void test(void)
{
	SETUP(posix_trace_attr_init(&attr));
	if (ct_cancels(call))
		FAIL("the pending cancellation took effect in "
				"posix_trace_attr_getclockres");
	ct_expect("posix_trace_attr_getclockres", result, 0);
	PASS("posix_trace_attr_getclockres is no cancellation point");
}
