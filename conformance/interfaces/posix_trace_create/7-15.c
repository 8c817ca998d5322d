/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * CREATE-7: many streams may trace one process, each independent of the
 * others.
 *
 * Source: XSH posix_trace_create() DESCRIPTION; TRC; shall.
 *
 * A stop is recorded in it alone, also if both were stopped before.
 */
#include "conftest.h"

static void test(void)
{
	static struct ct_event ev;
	trace_id_t a = ct_running(NULL), b = ct_running(NULL);
	int stops = 0;

	SETUP(posix_trace_stop(a));
	SETUP(posix_trace_start(a));
	SETUP(posix_trace_stop(b));
	while (ct_try(a, &ev))
		stops += ct_is(a, &ev, POSIX_TRACE_STOP) != 0;
	if (stops != 1)
		FAIL("expected one STOP in a stream that was stopped once, got %d",
				stops);
	if (!ct_find(ct_try, b, &ev, POSIX_TRACE_STOP))
		FAIL("expected STOP in the other stream");
	PASS("each stream has the STOP of its stop");
}
