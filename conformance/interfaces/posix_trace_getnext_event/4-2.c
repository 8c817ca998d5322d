/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * GET-4: on a pre-recorded stream the call never waits; at the end it gives
 * 0 and *unavailable is not zero.
 *
 * Source: XSH posix_trace_getnext_event() DESCRIPTION; TRL; shall.
 *
 * The log of a stream that was never started.
 */
#define NEEDS (CT_LOG)
#include "conftest.h"

static void test(void)
{
	static struct ct_event ev;
	trace_id_t trid = ct_logged(NULL, ct_file());
	int none = 0, n = 0;

	SETUP(posix_trace_shutdown(trid));
	trid = ct_reopen();
	while (!none && n++ < 100)
		EXPECT(posix_trace_getnext_event(trid, &ev.info, ev.data,
				sizeof(ev.data), &ev.len, &none), 0);
	if (!none)
		FAIL("expected the log of an idle stream to end");
	PASS("the end of an empty log came");
}
