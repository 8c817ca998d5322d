/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * GET-E1: EINVAL when trid is not a stream of the caller.
 *
 * Source: XSH posix_trace_timedgetnext_event() ERRORS; TRC; shall.
 *
 * A stream that has been shut down.
 */
#include "conftest.h"

static void test(void)
{
	static struct ct_event ev;
	trace_id_t trid = ct_running(NULL);
	struct timespec ts = ct_in(10);
	int none;

	SETUP(posix_trace_shutdown(trid));
	EXPECT(posix_trace_timedgetnext_event(trid, &ev.info, ev.data,
			sizeof(ev.data), &ev.len, &none, &ts), EINVAL);
	PASS("a stream that is gone gave EINVAL");
}
