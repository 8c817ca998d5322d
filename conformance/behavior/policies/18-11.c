/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * ASIZE-6: events whose largest sizes add up to no more than stream-min-size are
 * all recorded, whatever thread and process they come from.
 *
 * Source: XSH posix_trace_attr_getmaxsystemeventsize() DESCRIPTION; TRC; shall.
 *
 * All the room is for user events when START has been read.
 */
#include "conftest.h"

static void test(void)
{
	static unsigned char data[64];
	static struct ct_event ev;
	trace_event_id_t id = ct_type("conformance a");
	trace_attr_t attr;
	trace_id_t trid;
	int i, n = 20;

	ct_attr(&attr, POSIX_TRACE_UNTIL_FULL, 20, sizeof(data));
	ct_room_for(&attr, 20, sizeof(data), 0);
	trid = ct_running(&attr);
	while (ct_try(trid, &ev))
		;
	for (i = 0; i < n; i++)
		posix_trace_event(id, data, sizeof(data));
	i = ct_status(trid).posix_stream_overrun_status;
	if (i != POSIX_TRACE_NO_OVERRUN)
		FAIL("expected no overrun by %d events in room for as many", n);
	i = ct_count(ct_try, trid, id);
	if (i != n)
		FAIL("expected %d events in room for as many, got %d", n, i);
	PASS("all of %d events were recorded", n);
}
