/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * APOL-3: each policy can be set and is got back.
 *
 * Source: XSH posix_trace_attr_setstreamfullpolicy() DESCRIPTION; TRC; shall.
 */
#include "conftest.h"

static void test(void)
{
	trace_attr_t attr;
	int policy = -1;

	SETUP(posix_trace_attr_init(&attr));
	EXPECT(posix_trace_attr_setstreamfullpolicy(&attr,
			POSIX_TRACE_UNTIL_FULL), 0);
	SETUP(posix_trace_attr_getstreamfullpolicy(&attr, &policy));
	if (policy != POSIX_TRACE_UNTIL_FULL)
		FAIL("expected POSIX_TRACE_UNTIL_FULL, got %d", policy);
	EXPECT(posix_trace_attr_setstreamfullpolicy(&attr,
			POSIX_TRACE_LOOP), 0);
	SETUP(posix_trace_attr_getstreamfullpolicy(&attr, &policy));
	if (policy != POSIX_TRACE_LOOP)
		FAIL("expected POSIX_TRACE_LOOP, got %d", policy);
	PASS("UNTIL_FULL and LOOP were set in turn");
}
