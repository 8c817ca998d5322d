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
static char name[4096];
static int result = -1;

static void call(void)
{
	result = posix_trace_eventid_get_name(trid, id, name);
}

static void test(void)
{
	trid = ct_stream(NULL);
	id = ct_type("conformance a");
	if (ct_cancels(call))
		FAIL("the pending cancellation took effect in "
				"posix_trace_eventid_get_name");
	ct_expect("posix_trace_eventid_get_name", result, 0);
	PASS("posix_trace_eventid_get_name is no cancellation point");
}
