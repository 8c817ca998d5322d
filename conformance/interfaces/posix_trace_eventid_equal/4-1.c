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
static trace_event_id_t id;
static int result = -1;

static void call(void)
{
	result = !posix_trace_eventid_equal(trid, id, id);
}

static void test(void)
{
	trid = ct_stream(NULL);
	id = ct_type("conformance a");
	if (ct_cancels(call))
		FAIL("the pending cancellation took effect in "
				"posix_trace_eventid_equal");
	if (result != 0)
		FAIL("the call itself gave the wrong answer");
	PASS("posix_trace_eventid_equal is no cancellation point");
}
