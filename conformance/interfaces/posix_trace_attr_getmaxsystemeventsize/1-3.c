/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * ASIZE-5: the result bounds the memory of the largest system event.
 *
 * Source: XSH posix_trace_attr_getmaxsystemeventsize() DESCRIPTION, XSH
 * posix_trace_attr_getmaxusereventsize() DESCRIPTION; TRC; shall.
 *
 * It can be asked of a stream's attributes.
 */
#include "conftest.h"

static void test(void)
{
	trace_attr_t attr;
	size_t size = 0;

	SETUP(posix_trace_get_attr(ct_create(NULL), &attr));
	EXPECT(posix_trace_attr_getmaxsystemeventsize(&attr, &size), 0);
	if (size == 0)
		FAIL("expected a size, got 0");
	PASS("a system event of the stream takes at most %zu bytes", size);
}
