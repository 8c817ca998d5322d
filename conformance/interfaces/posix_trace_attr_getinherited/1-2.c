/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * APOL-1: the policy that was set is the policy that is got, from the object
 * and from the stream.
 *
 * Source: XSH posix_trace_attr_getinherited() DESCRIPTION; TRI; shall.
 *
 * From a stream made with POSIX_TRACE_INHERITED.
 */
#define NEEDS (CT_INHERIT)
#include "conftest.h"

static void test(void)
{
	trace_attr_t attr;
	trace_id_t trid;
	int policy = -1;

	SETUP(posix_trace_attr_init(&attr));
	SETUP(posix_trace_attr_setinherited(&attr, POSIX_TRACE_INHERITED));
	trid = ct_stream(&attr);
	SETUP(posix_trace_attr_init(&attr));
	SETUP(posix_trace_get_attr(trid, &attr));
	EXPECT(posix_trace_attr_getinherited(&attr, &policy), 0);
	if (policy != POSIX_TRACE_INHERITED)
		FAIL("expected POSIX_TRACE_INHERITED (%d), got %d",
				POSIX_TRACE_INHERITED, policy);
	PASS("the stream has the policy INHERITED");
}
