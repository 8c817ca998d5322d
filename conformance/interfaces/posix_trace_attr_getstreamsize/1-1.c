/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * ASIZE-1: the size that was set is the size that is got.
 *
 * Source: XSH posix_trace_attr_getstreamsize() DESCRIPTION; TRC; shall.
 */
#include "conftest.h"

static void test(void)
{
	trace_attr_t attr;
	size_t size = 0;

	SETUP(posix_trace_attr_init(&attr));
	SETUP(posix_trace_attr_setstreamsize(&attr, 123456));
	EXPECT(posix_trace_attr_getstreamsize(&attr, &size), 0);
	if (size != 123456)
		FAIL("expected 123456, got %zu", size);
	PASS("getstreamsize gave what was set");
}
