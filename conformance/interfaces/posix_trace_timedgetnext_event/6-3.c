/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * TGET-3: without an event an invalid abstime gives EINVAL.
 *
 * Source: XSH posix_trace_timedgetnext_event() ERRORS; TRC; shall.
 *
 * The largest good value is good.
 */
#include "conftest.h"

static void test(void)
{
	static struct ct_event ev;
	trace_id_t trid = ct_stream(NULL);
	struct timespec ts = ct_in(-10);
	int none = 0;

	ts.tv_nsec = 999999999L;
	EXPECT(posix_trace_timedgetnext_event(trid, &ev.info, ev.data,
			sizeof(ev.data), &ev.len, &none, &ts), ETIMEDOUT);
	PASS("999999999 nanoseconds are valid");
}
