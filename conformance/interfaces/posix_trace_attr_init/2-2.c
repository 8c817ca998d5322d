/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * AINIT-2: the generation version and the clock resolution are there at
 * once.
 *
 * Source: XSH posix_trace_attr_init() DESCRIPTION; TRC; shall.
 *
 * The clock resolution is a time greater than zero.
 */
#include "conftest.h"

static void test(void)
{
	struct timespec res = { -1, -1 };
	trace_attr_t attr;

	SETUP(posix_trace_attr_init(&attr));
	EXPECT(posix_trace_attr_getclockres(&attr, &res), 0);
	if (res.tv_sec < 0 || res.tv_nsec < 0 || res.tv_nsec > 999999999 ||
	    (res.tv_sec == 0 && res.tv_nsec == 0))
		FAIL("expected a resolution above zero, got %ld s %ld ns",
				(long)res.tv_sec, res.tv_nsec);
	PASS("the clock resolution is %ld s %ld ns", (long)res.tv_sec,
			res.tv_nsec);
}
