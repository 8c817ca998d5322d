/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * APOL-3: each policy can be set and is got back.
 *
 * Source: XSH posix_trace_attr_setstreamfullpolicy() DESCRIPTION; TRC; shall.
 *
 * POSIX_TRACE_FLUSH: the setter cannot know which create will follow.
 */
#define NEEDS (CT_LOG)
#include "conftest.h"

static void test(void)
{
	trace_attr_t attr;
	int policy = -1;

	SETUP(posix_trace_attr_init(&attr));
	EXPECT(posix_trace_attr_setstreamfullpolicy(&attr,
			POSIX_TRACE_FLUSH), 0);
	SETUP(posix_trace_attr_getstreamfullpolicy(&attr, &policy));
	if (policy != POSIX_TRACE_FLUSH)
		FAIL("expected POSIX_TRACE_FLUSH, got %d", policy);
	PASS("FLUSH was set");
}
