/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * APOL-3: the policy that was set is the one that a stream has.
 *
 * Source: XSH posix_trace_attr_getstreamfullpolicy() DESCRIPTION; TRC; shall.
 *
 * UNTIL_FULL without a log.
 */
#include "conftest.h"

static void test(void)
{
	trace_attr_t attr;
	trace_id_t trid;
	int policy = -1;

	SETUP(posix_trace_attr_init(&attr));
	SETUP(posix_trace_attr_setstreamfullpolicy(&attr,
			POSIX_TRACE_UNTIL_FULL));
	trid = ct_stream(&attr);
	SETUP(posix_trace_attr_init(&attr));
	SETUP(posix_trace_get_attr(trid, &attr));
	EXPECT(posix_trace_attr_getstreamfullpolicy(&attr, &policy), 0);
	if (policy != POSIX_TRACE_UNTIL_FULL)
		FAIL("expected POSIX_TRACE_UNTIL_FULL (%d), got %d",
				POSIX_TRACE_UNTIL_FULL, policy);
	PASS("the stream is UNTIL_FULL");
}
