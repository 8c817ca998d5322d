/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * AINFO-1: the resolution is that of the clock that stamps events.
 *
 * Source: XSH posix_trace_attr_getclockres() DESCRIPTION; TRC; shall.
 *
 * A stream's attributes give a proper time above zero.
 */
#include "conftest.h"

static void test(void)
{
	struct timespec res = { -1, -1 };
	trace_attr_t attr;

	SETUP(posix_trace_get_attr(ct_stream(NULL), &attr));
	EXPECT(posix_trace_attr_getclockres(&attr, &res), 0);
	if (res.tv_sec < 0 || res.tv_nsec < 0 || res.tv_nsec > 999999999 ||
	    (res.tv_sec == 0 && res.tv_nsec == 0))
		FAIL("expected a resolution above zero, got %ld s %ld ns",
				(long)res.tv_sec, res.tv_nsec);
	PASS("the stream's clock resolution is %ld s %ld ns",
			(long)res.tv_sec, res.tv_nsec);
}
