/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * APOL-6: a value that is no inheritance policy gives EINVAL if it gives an
 * error at all.
 *
 * Source: XSH posix_trace_attr_setinherited() ERRORS; TRI; may.
 */
#define NEEDS (CT_INHERIT)
#include "conftest.h"

static void test(void)
{
	trace_attr_t attr;
	int wrong = 1000000 + POSIX_TRACE_INHERITED +
		POSIX_TRACE_CLOSE_FOR_CHILD, err;

	SETUP(posix_trace_attr_init(&attr));
	err = posix_trace_attr_setinherited(&attr, wrong);
	if (err != 0 && err != EINVAL)
		FAIL("expected EINVAL or 0, got %s", ct_error(err));
	PASS("a wrong policy gave %s", ct_error(err));
}
