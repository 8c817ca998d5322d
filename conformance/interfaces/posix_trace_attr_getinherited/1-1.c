/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * APOL-1: the policy that was set is the policy that is got, from the object
 * and from the stream.
 *
 * Source: XSH posix_trace_attr_getinherited() DESCRIPTION; TRI; shall.
 *
 * From a stream made without attributes: the default.
 */
#define NEEDS (CT_INHERIT)
#include "conftest.h"

static void test(void)
{
	trace_attr_t attr;
	int policy = -1;

	SETUP(posix_trace_get_attr(ct_create(NULL), &attr));
	EXPECT(posix_trace_attr_getinherited(&attr, &policy), 0);
	if (policy != POSIX_TRACE_CLOSE_FOR_CHILD)
		FAIL("expected POSIX_TRACE_CLOSE_FOR_CHILD (%d), got %d",
				POSIX_TRACE_CLOSE_FOR_CHILD, policy);
	PASS("a stream is not inherited by default");
}
