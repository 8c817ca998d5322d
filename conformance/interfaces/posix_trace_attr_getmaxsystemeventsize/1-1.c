/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * ASIZE-5: the result bounds the memory of the largest system event.
 *
 * Source: XSH posix_trace_attr_getmaxsystemeventsize() DESCRIPTION, XSH
 * posix_trace_attr_getmaxusereventsize() DESCRIPTION; TRC; shall.
 *
 * It is not nothing.
 */
#include "conftest.h"

static void test(void)
{
	trace_attr_t attr;
	size_t size = 0;

	SETUP(posix_trace_attr_init(&attr));
	EXPECT(posix_trace_attr_getmaxsystemeventsize(&attr, &size), 0);
	if (size == 0 || size == (size_t)-1)
		FAIL("expected a size, got %zu", size);
	PASS("a system event takes at most %zu bytes", size);
}
