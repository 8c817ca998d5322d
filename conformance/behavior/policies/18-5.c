/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * ASIZE-6: events whose largest sizes add up to no more than stream-min-size
 * are all recorded, whatever thread and process they come from.
 *
 * Source: XSH posix_trace_attr_getmaxsystemeventsize() DESCRIPTION; TRC;
 * shall.
 *
 * Lengths in turn, the sum of the bounds being exactly the size.
 */
#include "conftest.h"

static void test(void)
{
	static unsigned char data[200];
	trace_event_id_t id = ct_type("conformance a");
	size_t user, total;
	trace_attr_t attr;
	trace_id_t trid;
	int i, n;

	SETUP(posix_trace_attr_init(&attr));
	SETUP(posix_trace_attr_setstreamfullpolicy(&attr, POSIX_TRACE_UNTIL_FULL));
	SETUP(posix_trace_attr_setmaxdatasize(&attr, sizeof(data)));
	SETUP(posix_trace_attr_getmaxsystemeventsize(&attr, &total));
	for (i = 0; i < 2000; i++) {
		SETUP(posix_trace_attr_getmaxusereventsize(&attr,
				(size_t)i * 7 % 200, &user));
		total += user;
	}
	SETUP(posix_trace_attr_setstreamsize(&attr, total));
	trid = ct_running(&attr);
	for (i = 0; i < 2000; i++)
		posix_trace_event(id, data, (size_t)i * 7 % 200);
	n = ct_count(ct_try, trid, id);
	if (n != 2000)
		FAIL("expected 2000 events of 0 to 199 bytes, got %d", n);
	PASS("2000 events of 0 to 199 bytes fitted in %zu", total);
}
