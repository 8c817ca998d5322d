/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * APOL-3: the policy that was set is the one that a stream has.
 *
 * Source: XSH posix_trace_attr_getstreamfullpolicy() DESCRIPTION; TRC; shall.
 *
 * The log says what the stream had.
 */
#define NEEDS (CT_LOG)
#include "conftest.h"

static void test(void)
{
	trace_attr_t attr;
	int policy = -1;

	SETUP(posix_trace_attr_init(&attr));
	SETUP(posix_trace_attr_setstreamfullpolicy(&attr,
			POSIX_TRACE_UNTIL_FULL));
	SETUP(posix_trace_shutdown(ct_logging(&attr, ct_file())));
	SETUP(posix_trace_get_attr(ct_reopen(), &attr));
	EXPECT(posix_trace_attr_getstreamfullpolicy(&attr, &policy), 0);
	if (policy != POSIX_TRACE_UNTIL_FULL)
		FAIL("expected POSIX_TRACE_UNTIL_FULL (%d), got %d",
				POSIX_TRACE_UNTIL_FULL, policy);
	PASS("the log has the policy of its stream");
}
