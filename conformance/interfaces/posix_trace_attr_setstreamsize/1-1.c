/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * ASIZE-1: each size replaces the one before.
 *
 * Source: XSH posix_trace_attr_setstreamsize() DESCRIPTION; TRC; shall.
 */
#include "conftest.h"

static void test(void)
{
	trace_attr_t attr;
	size_t size = 0;

	SETUP(posix_trace_attr_init(&attr));
	EXPECT(posix_trace_attr_setstreamsize(&attr, 300000), 0);
	EXPECT(posix_trace_attr_setstreamsize(&attr, 50000), 0);
	SETUP(posix_trace_attr_getstreamsize(&attr, &size));
	if (size != 50000)
		FAIL("expected 50000, got %zu", size);
	PASS("the second size replaced the first");
}
