/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * ASIZE-1: each size replaces the one before.
 *
 * Source: XSH posix_trace_attr_setlogsize() DESCRIPTION; TRL; shall.
 */
#define NEEDS (CT_LOG)
#include "conftest.h"

static void test(void)
{
	trace_attr_t attr;
	size_t size = 0;

	SETUP(posix_trace_attr_init(&attr));
	EXPECT(posix_trace_attr_setlogsize(&attr, 100000), 0);
	EXPECT(posix_trace_attr_setlogsize(&attr, 200000), 0);
	SETUP(posix_trace_attr_getlogsize(&attr, &size));
	if (size != 200000)
		FAIL("expected 200000, got %zu", size);
	PASS("the second size replaced the first");
}
