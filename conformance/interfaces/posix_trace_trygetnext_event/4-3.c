/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * TRY-1: the call never waits; without an event it gives 0 and *unavailable
 * is not zero.
 *
 * Source: XSH posix_trace_trygetnext_event() DESCRIPTION; TRC; shall.
 *
 * A stopped stream.
 */
#include "conftest.h"

static void test(void)
{
	static struct ct_event ev;
	trace_id_t trid = ct_running(NULL);
	int none = 0;

	SETUP(posix_trace_stop(trid));
	while (ct_try(trid, &ev))
		;
	EXPECT(posix_trace_trygetnext_event(trid, &ev.info, ev.data,
			sizeof(ev.data), &ev.len, &none), 0);
	if (!none)
		FAIL("expected *unavailable not to be 0 on a stopped stream");
	PASS("the stopped stream gave 0 and *unavailable %d", none);
}
