/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * APOL-1: both policies can be set and are got back.
 *
 * Source: XSH posix_trace_attr_setinherited() DESCRIPTION; TRI; shall.
 *
 * The default can be set again.
 */
#define NEEDS (CT_INHERIT)
#include "conftest.h"

static void test(void)
{
	trace_attr_t attr;
	int policy = -1;

	SETUP(posix_trace_attr_init(&attr));
	SETUP(posix_trace_attr_setinherited(&attr, POSIX_TRACE_INHERITED));
	EXPECT(posix_trace_attr_setinherited(&attr,
			POSIX_TRACE_CLOSE_FOR_CHILD), 0);
	SETUP(posix_trace_attr_getinherited(&attr, &policy));
	if (policy != POSIX_TRACE_CLOSE_FOR_CHILD)
		FAIL("expected POSIX_TRACE_CLOSE_FOR_CHILD, got %d", policy);
	PASS("CLOSE_FOR_CHILD was set again");
}
