/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * STOP-2: stopping a suspended stream records nothing and leaves it
 * suspended.
 *
 * Source: XSH posix_trace_stop() DESCRIPTION; TRC; shall.
 *
 * Stopped twice.
 */
#include "conftest.h"

static void test(void)
{
	static struct ct_event ev;
	trace_id_t trid = ct_running(NULL);
	int n = 0;

	EXPECT(posix_trace_stop(trid), 0);
	EXPECT(posix_trace_stop(trid), 0);
	while (ct_find(ct_try, trid, &ev, POSIX_TRACE_STOP))
		n++;
	if (n != 1)
		FAIL("expected one STOP event, got %d", n);
	PASS("stopping twice recorded STOP once");
}
