/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * ASIZE-1: the size that was set is the size that is got.
 *
 * Source: XSH posix_trace_attr_getlogsize() DESCRIPTION; TRL; shall.
 */
#define NEEDS (CT_LOG)
#include "conftest.h"

static void test(void)
{
	trace_attr_t attr;
	size_t size = 0;

	SETUP(posix_trace_attr_init(&attr));
	SETUP(posix_trace_attr_setlogsize(&attr, 1234567));
	EXPECT(posix_trace_attr_getlogsize(&attr, &size), 0);
	if (size != 1234567)
		FAIL("expected 1234567, got %zu", size);
	PASS("getlogsize gave what was set");
}
