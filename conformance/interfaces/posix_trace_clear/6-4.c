/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * CLEAR-4: the stream is as if just created, so with the attributes that it was
 * created with.
 *
 * Source: XSH posix_trace_clear() DESCRIPTION; TRC; shall.
 *
 * Whether the creation time is that of the create or that of the clear is disputed
 * (READ-1 and following); it is one of these.
 */
#include "confclock.h"

static void test(void)
{
	struct timespec before, after, created, tick;
	trace_attr_t attr;
	trace_id_t trid;

	SYSTEM(clock_gettime(CLOCK_REALTIME, &before));
	SYSTEM(clock_getres(CLOCK_REALTIME, &tick));
	trid = ct_running(NULL);
	EXPECT(posix_trace_clear(trid), 0);
	SYSTEM(clock_gettime(CLOCK_REALTIME, &after));
	SETUP(posix_trace_get_attr(trid, &attr));
	EXPECT(posix_trace_attr_getcreatetime(&attr, &created), 0);
	if (ct_between(before, created) < -ct_between((struct timespec){ 0, 0 }, tick) ||
	    ct_ts_cmp(created, after) > 0)
		FAIL("expected a creation time between the create and the clear, "
				"it is %g s from the former",
				ct_between(before, created));
	PASS("the stream was created before it was cleared");
}
