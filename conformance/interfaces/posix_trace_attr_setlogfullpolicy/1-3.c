/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * APOL-2: each of the three policies can be set and is got back.
 *
 * Source: XSH posix_trace_attr_setlogfullpolicy() DESCRIPTION; TRL; shall.
 *
 * LOOP after another.
 */
#define NEEDS (CT_LOG)
#include "conftest.h"

static void test(void)
{
	trace_attr_t attr;
	int policy = -1;

	SETUP(posix_trace_attr_init(&attr));
	EXPECT(posix_trace_attr_setlogfullpolicy(&attr, POSIX_TRACE_APPEND), 0);
	EXPECT(posix_trace_attr_setlogfullpolicy(&attr, POSIX_TRACE_LOOP), 0);
	SETUP(posix_trace_attr_getlogfullpolicy(&attr, &policy));
	if (policy != POSIX_TRACE_LOOP)
		FAIL("expected POSIX_TRACE_LOOP, got %d", policy);
	PASS("LOOP was set");
}
