/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * TRY-1: the call never waits; without an event it gives 0 and *unavailable
 * is not zero.
 *
 * Source: XSH posix_trace_trygetnext_event() DESCRIPTION; TRC; shall.
 *
 * A stream that was never started.
 */
#include "conftest.h"

static void test(void)
{
	static struct ct_event ev;
	trace_id_t trid = ct_stream(NULL);
	int none = 0;

	EXPECT(posix_trace_trygetnext_event(trid, &ev.info, ev.data,
			sizeof(ev.data), &ev.len, &none), 0);
	if (!none)
		FAIL("expected *unavailable not to be 0 on an empty stream");
	PASS("the empty stream gave 0 and *unavailable %d", none);
}
