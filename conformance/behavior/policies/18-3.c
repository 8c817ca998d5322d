/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * ASIZE-6: events whose largest sizes add up to no more than stream-min-size
 * are all recorded, whatever thread and process they come from.
 *
 * Source: XSH posix_trace_attr_getmaxsystemeventsize() DESCRIPTION; TRC;
 * shall.
 *
 * The same in a LOOP stream.
 */
#include "conftest.h"

static void test(void)
{
	static struct ct_event ev;
	trace_event_id_t id = ct_type("conformance a");
	size_t user, system;
	trace_attr_t attr;
	trace_id_t trid;
	int i;

	ct_init(&attr);
	SETUP(posix_trace_attr_setstreamfullpolicy(&attr, POSIX_TRACE_LOOP));
	SETUP(posix_trace_attr_getmaxusereventsize(&attr, sizeof(i), &user));
	SETUP(posix_trace_attr_getmaxsystemeventsize(&attr, &system));
	SETUP(posix_trace_attr_setstreamsize(&attr, system + 3000 * user));
	trid = ct_running(&attr);
	for (i = 0; i < 3000; i++)
		ct_fire(id, i);
	if (ct_status(trid).posix_stream_overrun_status != POSIX_TRACE_NO_OVERRUN)
		FAIL("a LOOP stream overwrote what was promised room");
	for (i = 0; i < 3000; i++)
		if (!ct_find(ct_try, trid, &ev, id) || ct_number(&ev) != i)
			FAIL("expected event %d, got %d", i, ct_number(&ev));
	PASS("3000 events fitted in a LOOP stream");
}
