/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * APOL-2: the policy of a stream is got back.
 *
 * Source: XSH posix_trace_attr_getlogfullpolicy() DESCRIPTION; TRL; shall.
 *
 * UNTIL_FULL, from the stream.
 */
#define NEEDS (CT_LOG)
#include "conftest.h"

static void test(void)
{
	trace_attr_t attr;
	trace_id_t trid;
	int policy = -1;

	SETUP(posix_trace_attr_init(&attr));
	SETUP(posix_trace_attr_setlogfullpolicy(&attr,
			POSIX_TRACE_UNTIL_FULL));
	trid = ct_logged(&attr, ct_file());
	SETUP(posix_trace_attr_init(&attr));
	SETUP(posix_trace_get_attr(trid, &attr));
	EXPECT(posix_trace_attr_getlogfullpolicy(&attr, &policy), 0);
	if (policy != POSIX_TRACE_UNTIL_FULL)
		FAIL("expected POSIX_TRACE_UNTIL_FULL (%d), got %d",
				POSIX_TRACE_UNTIL_FULL, policy);
	PASS("the stream has the policy UNTIL_FULL");
}
