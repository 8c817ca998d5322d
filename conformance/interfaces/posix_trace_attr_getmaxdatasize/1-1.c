/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * ASIZE-1: the size that was set is the size that is got.
 *
 * Source: XSH posix_trace_attr_getmaxdatasize() DESCRIPTION; TRC; shall.
 */
#include "conftest.h"

static void test(void)
{
	trace_attr_t attr;
	size_t size = 0;

	SETUP(posix_trace_attr_init(&attr));
	SETUP(posix_trace_attr_setmaxdatasize(&attr, 48));
	EXPECT(posix_trace_attr_getmaxdatasize(&attr, &size), 0);
	if (size != 48)
		FAIL("expected 48, got %zu", size);
	PASS("getmaxdatasize gave what was set");
}
