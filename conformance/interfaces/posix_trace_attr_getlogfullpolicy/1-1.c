/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * APOL-2: the policy of a stream is got back.
 *
 * Source: XSH posix_trace_attr_getlogfullpolicy() DESCRIPTION; TRL; shall.
 *
 * The default is POSIX_TRACE_LOOP.
 */
#define NEEDS (CT_LOG)
#include "conftest.h"

static void test(void)
{
	trace_attr_t attr;
	int policy = -1;

	SETUP(posix_trace_get_attr(ct_create_log(NULL, ct_file()), &attr));
	EXPECT(posix_trace_attr_getlogfullpolicy(&attr, &policy), 0);
	if (policy != POSIX_TRACE_LOOP)
		FAIL("expected POSIX_TRACE_LOOP (%d), got %d",
				POSIX_TRACE_LOOP, policy);
	PASS("the default policy of a log is POSIX_TRACE_LOOP");
}
