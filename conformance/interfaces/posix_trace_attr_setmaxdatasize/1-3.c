/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * ASIZE-1: each size replaces the one before.
 *
 * Source: XSH posix_trace_attr_setmaxdatasize() DESCRIPTION; TRC; shall.
 *
 * Every size up to some hundred, and up to some thousand in steps.
 */
#include "conftest.h"

static void test(void)
{
	trace_attr_t attr;
	size_t size, n;

	SETUP(posix_trace_attr_init(&attr));
	for (n = 1; n < 5000; n += n < 300 ? 1 : 97) {
		size = 0;
		EXPECT(posix_trace_attr_setmaxdatasize(&attr, n), 0);
		SETUP(posix_trace_attr_getmaxdatasize(&attr, &size));
		if (size != n)
			FAIL("expected %zu, got %zu", n, size);
	}
	PASS("getmaxdatasize gives each size that was set");
}
