/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * APOL-2: the policy of a stream is got back.
 *
 * Source: XSH posix_trace_attr_getlogfullpolicy() DESCRIPTION; TRL; shall.
 *
 * APPEND, from the log itself.
 */
#define NEEDS (CT_LOG)
#include "conftest.h"

static void test(void)
{
	trace_attr_t attr;
	int policy = -1;

	SETUP(posix_trace_attr_init(&attr));
	SETUP(posix_trace_attr_setlogfullpolicy(&attr, POSIX_TRACE_APPEND));
	SETUP(posix_trace_shutdown(ct_logging(&attr, ct_file())));
	SETUP(posix_trace_attr_init(&attr));
	SETUP(posix_trace_get_attr(ct_reopen(), &attr));
	EXPECT(posix_trace_attr_getlogfullpolicy(&attr, &policy), 0);
	if (policy != POSIX_TRACE_APPEND)
		FAIL("expected POSIX_TRACE_APPEND (%d), got %d",
				POSIX_TRACE_APPEND, policy);
	PASS("the log says that its policy was APPEND");
}
