/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * START-2: starting a stream that is running records nothing and changes
 * nothing.
 *
 * Source: XSH posix_trace_start() DESCRIPTION; TRC; shall.
 */
#include "conftest.h"

static void test(void)
{
	static struct ct_event ev;
	trace_event_id_t id = ct_type("conformance a");
	trace_id_t trid = ct_running(NULL);
	int starts = 0, events = 0;

	EXPECT(posix_trace_start(trid), 0);
	ct_fire(id, 1);
	EXPECT(posix_trace_start(trid), 0);
	if (ct_status(trid).posix_stream_status != POSIX_TRACE_RUNNING)
		FAIL("the stream does not run any more");
	while (ct_try(trid, &ev)) {
		starts += ct_is(trid, &ev, POSIX_TRACE_START) != 0;
		events += ct_is(trid, &ev, id) != 0;
	}
	if (starts != 1 || events != 1)
		FAIL("expected one START and one event, got %d and "
				"%d", starts, events);
	PASS("starting twice recorded START once");
}
