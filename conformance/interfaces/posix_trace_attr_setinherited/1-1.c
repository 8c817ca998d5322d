/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * APOL-1: both policies can be set and are got back.
 *
 * Source: XSH posix_trace_attr_setinherited() DESCRIPTION; TRI; shall.
 */
#define NEEDS (CT_INHERIT)
#include "conftest.h"

static void test(void)
{
	trace_attr_t attr;
	int policy = -1;

	SETUP(posix_trace_attr_init(&attr));
	EXPECT(posix_trace_attr_setinherited(&attr, POSIX_TRACE_INHERITED), 0);
	SETUP(posix_trace_attr_getinherited(&attr, &policy));
	if (policy != POSIX_TRACE_INHERITED)
		FAIL("expected POSIX_TRACE_INHERITED, got %d", policy);
	PASS("INHERITED was set");
}
