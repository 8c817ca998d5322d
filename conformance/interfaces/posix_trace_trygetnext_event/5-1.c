/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * TRY-E1: EINVAL when trid is not an active stream.
 *
 * Source: XSH posix_trace_trygetnext_event() ERRORS; TRC; shall.
 *
 * A stream that has been shut down.
 */
#include "conftest.h"

static void test(void)
{
	static struct ct_event ev;
	trace_id_t trid = ct_running(NULL);
	int none;

	SETUP(posix_trace_shutdown(trid));
	EXPECT(posix_trace_trygetnext_event(trid, &ev.info, ev.data,
			sizeof(ev.data), &ev.len, &none), EINVAL);
	PASS("a stream that is gone gave EINVAL");
}
