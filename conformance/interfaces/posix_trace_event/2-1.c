/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * EVENT-2: without a stream, in a stream that does not run, and for a type
 * that is filtered the call has no effect.
 *
 * Source: XSH posix_trace_event() DESCRIPTION; TRC; shall.
 *
 * No stream at all, before and after there was one.
 */
#include "conftest.h"

static void test(void)
{
	static struct ct_event ev;
	trace_event_id_t id = ct_type("conformance a");
	trace_id_t trid;

	ct_fire(id, 1);
	trid = ct_running(NULL);
	if (ct_find(ct_try, trid, &ev, id))
		FAIL("an event from before the create came");
	SETUP(posix_trace_shutdown(trid));
	ct_fire(id, 2);
	trid = ct_running(NULL);
	if (ct_find(ct_try, trid, &ev, id))
		FAIL("an event from between two streams came");
	PASS("events without a stream went nowhere");
}
