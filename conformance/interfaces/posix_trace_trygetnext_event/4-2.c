/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * TRY-1: the call never waits; without an event it gives 0 and *unavailable
 * is not zero.
 *
 * Source: XSH posix_trace_trygetnext_event() DESCRIPTION; TRC; shall.
 *
 * A running stream that has been read to its end, again and again.
 */
#include "conftest.h"

static void test(void)
{
	static struct ct_event ev;
	trace_id_t trid = ct_running(NULL);
	int none, i;

	while (ct_try(trid, &ev))
		;
	for (i = 0; i < 5; i++) {
		none = 0;
		EXPECT(posix_trace_trygetnext_event(trid, &ev.info, ev.data,
				sizeof(ev.data), &ev.len, &none), 0);
		if (!none)
			FAIL("expected no event at call %d", i);
	}
	PASS("a stream without events gave 0 each time");
}
