/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * ASIZE-6: events whose largest sizes add up to no more than stream-min-size
 * are all recorded, whatever thread and process they come from.
 *
 * Source: XSH posix_trace_attr_getmaxsystemeventsize() DESCRIPTION; TRC;
 * shall.
 *
 * Events without data.
 */
#include "conftest.h"

static void test(void)
{
	trace_event_id_t id = ct_type("conformance a");
	size_t user, system;
	trace_attr_t attr;
	trace_id_t trid;
	int i, n;

	SETUP(posix_trace_attr_init(&attr));
	SETUP(posix_trace_attr_setstreamfullpolicy(&attr, POSIX_TRACE_UNTIL_FULL));
	SETUP(posix_trace_attr_getmaxusereventsize(&attr, 0, &user));
	SETUP(posix_trace_attr_getmaxsystemeventsize(&attr, &system));
	SETUP(posix_trace_attr_setstreamsize(&attr, system + 3000 * user));
	trid = ct_running(&attr);
	for (i = 0; i < 3000; i++)
		posix_trace_event(id, NULL, 0);
	n = ct_count(ct_try, trid, id);
	if (n != 3000)
		FAIL("expected 3000 events in room for START and 3000, got %d", n);
	if (ct_status(trid).posix_stream_overrun_status != POSIX_TRACE_NO_OVERRUN)
		FAIL("a stream that lost nothing says OVERRUN");
	PASS("3000 events without data fitted");
}
