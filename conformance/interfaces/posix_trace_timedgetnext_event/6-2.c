/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * TGET-3: without an event an invalid abstime gives EINVAL.
 *
 * Source: XSH posix_trace_timedgetnext_event() ERRORS; TRC; shall.
 */
#include "conftest.h"

static void test(void)
{
	static struct ct_event ev;
	trace_id_t trid = ct_stream(NULL);
	struct timespec ts = ct_in(10);
	int none = 0;

	ts.tv_nsec = -1;
	EXPECT(posix_trace_timedgetnext_event(trid, &ev.info, ev.data,
			sizeof(ev.data), &ev.len, &none, &ts), EINVAL);
	PASS("-1 nanoseconds gave EINVAL");
}
