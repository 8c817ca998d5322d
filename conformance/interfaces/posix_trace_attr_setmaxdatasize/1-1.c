/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * ASIZE-1: each size replaces the one before.
 *
 * Source: XSH posix_trace_attr_setmaxdatasize() DESCRIPTION; TRC; shall.
 */
#include "conftest.h"

static void test(void)
{
	trace_attr_t attr;
	size_t size = 0;

	SETUP(posix_trace_attr_init(&attr));
	EXPECT(posix_trace_attr_setmaxdatasize(&attr, 100), 0);
	EXPECT(posix_trace_attr_setmaxdatasize(&attr, 16), 0);
	SETUP(posix_trace_attr_getmaxdatasize(&attr, &size));
	if (size != 16)
		FAIL("expected 16, got %zu", size);
	PASS("the second size replaced the first");
}
