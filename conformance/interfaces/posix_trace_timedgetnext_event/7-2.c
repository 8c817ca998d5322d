/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * GET-8: *unavailable is not zero when no event is reported.
 *
 * Source: XSH posix_trace_timedgetnext_event() DESCRIPTION; TRC; shall.
 *
 * After each of several time-outs of a running stream.
 */
#include "conftest.h"

static void test(void)
{
	static struct ct_event ev;
	trace_id_t trid = ct_running(NULL);
	struct timespec ts;
	int none, i;

	while (ct_try(trid, &ev))
		;
	for (i = 0; i < 3; i++) {
		ts = ct_in(0.02);
		none = ct_time_out(trid, &ev, &ts);
		if (!none)
			FAIL("expected *unavailable not to be 0 after time-out "
					"%d", i + 1);
	}
	PASS("no event was reported by three calls that waited");
}
