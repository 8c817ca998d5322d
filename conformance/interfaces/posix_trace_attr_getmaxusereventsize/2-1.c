/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * ASIZE-5: the result bounds the memory of one user event.
 *
 * Source: XSH posix_trace_attr_getmaxsystemeventsize() DESCRIPTION, XSH
 * posix_trace_attr_getmaxusereventsize() DESCRIPTION; TRC; shall.
 *
 * An event without data takes some, too.
 */
#include "conftest.h"

static void test(void)
{
	trace_attr_t attr;
	size_t size = 0;

	SETUP(posix_trace_attr_init(&attr));
	EXPECT(posix_trace_attr_getmaxusereventsize(&attr, 0, &size), 0);
	if (size == 0)
		FAIL("expected an event without data to take memory, got 0");
	PASS("an event without data takes at most %zu bytes", size);
}
