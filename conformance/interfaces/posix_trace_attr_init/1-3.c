/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * AINIT-1: every attribute gets its default value and the result is 0.
 *
 * Source: XSH posix_trace_attr_init() DESCRIPTION, XSH posix_trace_attr_init()
 * RETURN VALUE; TRC; shall.
 *
 * The log-full policy is POSIX_TRACE_LOOP.
 */
#define NEEDS (CT_LOG)
#include "conftest.h"

static void test(void)
{
	trace_attr_t attr;
	int policy = -1;

	SETUP(posix_trace_attr_init(&attr));
	EXPECT(posix_trace_attr_getlogfullpolicy(&attr, &policy), 0);
	if (policy != POSIX_TRACE_LOOP)
		FAIL("expected POSIX_TRACE_LOOP (%d), got %d",
				POSIX_TRACE_LOOP, policy);
	PASS("the default log-full policy is POSIX_TRACE_LOOP");
}
