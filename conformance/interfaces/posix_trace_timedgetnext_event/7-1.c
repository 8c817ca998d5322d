/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * GET-8: *unavailable is not zero when no event is reported.
 *
 * Source: XSH posix_trace_timedgetnext_event() DESCRIPTION; TRC; shall.
 *
 * After a time-out.
 */
#include "conftest.h"

static void test(void)
{
	static struct ct_event ev;
	trace_id_t trid = ct_stream(NULL);
	struct timespec ts = { 1, 0 };
	int none = 0;

	EXPECT(posix_trace_timedgetnext_event(trid, &ev.info, ev.data,
			sizeof(ev.data), &ev.len, &none, &ts), ETIMEDOUT);
	if (!none)
		FAIL("expected *unavailable not to be 0 after a time-out");
	PASS("*unavailable is %d after a time-out", none);
}
