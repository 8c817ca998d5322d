/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * APOL-4: the default depends on the kind of stream: LOOP without a log,
 * FLUSH with one.
 *
 * Source: XSH posix_trace_attr_getstreamfullpolicy() DESCRIPTION; TRC; shall.
 *
 * No attributes, with a log.
 */
#define NEEDS (CT_LOG)
#include "conftest.h"

static void test(void)
{
	trace_attr_t attr;
	int policy = -1;

	SETUP(posix_trace_get_attr(ct_create_log(NULL, ct_file()), &attr));
	EXPECT(posix_trace_attr_getstreamfullpolicy(&attr, &policy), 0);
	if (policy != POSIX_TRACE_FLUSH)
		FAIL("expected POSIX_TRACE_FLUSH (%d), got %d",
				POSIX_TRACE_FLUSH, policy);
	PASS("a stream with log is FLUSH by default");
}
