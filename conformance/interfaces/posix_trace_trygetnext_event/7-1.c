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

static trace_id_t trid;
static struct posix_trace_event_info info;
static size_t len;
static int none;
static int result = -1;

static void call(void)
{
	result = posix_trace_trygetnext_event(trid, &info, NULL, 0, &len,
			&none);
}

static void test(void)
{
	trid = ct_running(NULL);
	if (ct_cancels(call))
		FAIL("the pending cancellation took effect in "
				"posix_trace_trygetnext_event");
	ct_expect("posix_trace_trygetnext_event", result, 0);
	PASS("posix_trace_trygetnext_event is no cancellation point");
}
