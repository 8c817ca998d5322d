/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * ASIZE-1: each size replaces the one before.
 *
 * Source: XSH posix_trace_attr_setmaxdatasize() DESCRIPTION; TRC; shall.
 *
 * A size that is no multiple of a word.
 */
#include "conftest.h"

static void test(void)
{
	trace_attr_t attr;
	size_t size = 0;

	SETUP(posix_trace_attr_init(&attr));
	EXPECT(posix_trace_attr_setmaxdatasize(&attr, 13), 0);
	SETUP(posix_trace_attr_getmaxdatasize(&attr, &size));
	if (size != 13)
		FAIL("expected 13, got %zu", size);
	PASS("getmaxdatasize gives 13");
}
