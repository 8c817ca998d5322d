/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * APOL-4: the default depends on the kind of stream: LOOP without a log,
 * FLUSH with one.
 *
 * Source: XSH posix_trace_attr_getstreamfullpolicy() DESCRIPTION; TRC; shall.
 *
 * No attributes, no log.
 */
#include "conftest.h"

static void test(void)
{
	trace_attr_t attr;
	int policy = -1;

	SETUP(posix_trace_get_attr(ct_create(NULL), &attr));
	EXPECT(posix_trace_attr_getstreamfullpolicy(&attr, &policy), 0);
	if (policy != POSIX_TRACE_LOOP)
		FAIL("expected POSIX_TRACE_LOOP (%d), got %d",
				POSIX_TRACE_LOOP, policy);
	PASS("a stream without log is LOOP by default");
}
