/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * ASIZE-6: events whose largest sizes add up to no more than stream-min-size
 * are all recorded, whatever thread and process they come from.
 *
 * Source: XSH posix_trace_attr_getmaxsystemeventsize() DESCRIPTION; TRC;
 * shall.
 *
 * The largest data.
 */
#include "conftest.h"

static void test(void)
{
	static unsigned char data[1000];
	trace_event_id_t id = ct_type("conformance a");
	size_t user, system;
	trace_attr_t attr;
	trace_id_t trid;
	int i, n;

	SETUP(posix_trace_attr_init(&attr));
	SETUP(posix_trace_attr_setstreamfullpolicy(&attr, POSIX_TRACE_UNTIL_FULL));
	SETUP(posix_trace_attr_setmaxdatasize(&attr, sizeof(data)));
	SETUP(posix_trace_attr_getmaxusereventsize(&attr, sizeof(data), &user));
	SETUP(posix_trace_attr_getmaxsystemeventsize(&attr, &system));
	SETUP(posix_trace_attr_setstreamsize(&attr, system + 700 * user));
	trid = ct_running(&attr);
	for (i = 0; i < 700; i++)
		posix_trace_event(id, data, sizeof(data));
	n = ct_count(ct_try, trid, id);
	if (n != 700)
		FAIL("expected 700 events of 1000 bytes, got %d", n);
	PASS("700 events of 1000 bytes fitted");
}
