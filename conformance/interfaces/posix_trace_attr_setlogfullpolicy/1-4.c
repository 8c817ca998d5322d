/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * APOL-2: each of the three policies can be set and is got back.
 *
 * Source: XSH posix_trace_attr_setlogfullpolicy() DESCRIPTION; TRL; shall.
 *
 * The stream-full policy is another attribute.
 */
#define NEEDS (CT_LOG)
#include "conftest.h"

static void test(void)
{
	trace_attr_t attr;
	int policy = -1;

	SETUP(posix_trace_attr_init(&attr));
	SETUP(posix_trace_attr_setstreamfullpolicy(&attr,
			POSIX_TRACE_LOOP));
	EXPECT(posix_trace_attr_setlogfullpolicy(&attr,
			POSIX_TRACE_UNTIL_FULL), 0);
	SETUP(posix_trace_attr_getstreamfullpolicy(&attr, &policy));
	if (policy != POSIX_TRACE_LOOP)
		FAIL("expected the stream-full policy to stay LOOP, got %d", policy);
	PASS("the two policies are apart");
}
