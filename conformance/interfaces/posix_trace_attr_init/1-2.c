/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * AINIT-1: every attribute gets its default value and the result is 0.
 *
 * Source: XSH posix_trace_attr_init() DESCRIPTION, XSH posix_trace_attr_init()
 * RETURN VALUE; TRC; shall.
 *
 * The inheritance policy is POSIX_TRACE_CLOSE_FOR_CHILD.
 */
#define NEEDS (CT_INHERIT)
#include "conftest.h"

static void test(void)
{
	trace_attr_t attr;
	int policy = -1;

	SETUP(posix_trace_attr_init(&attr));
	EXPECT(posix_trace_attr_getinherited(&attr, &policy), 0);
	if (policy != POSIX_TRACE_CLOSE_FOR_CHILD)
		FAIL("expected POSIX_TRACE_CLOSE_FOR_CHILD (%d), got %d",
				POSIX_TRACE_CLOSE_FOR_CHILD, policy);
	PASS("the default inheritance is POSIX_TRACE_CLOSE_FOR_CHILD");
}
