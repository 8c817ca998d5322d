/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * ASIZE-5: the result bounds the memory of one user event.
 *
 * Source: XSH posix_trace_attr_getmaxsystemeventsize() DESCRIPTION, XSH
 * posix_trace_attr_getmaxusereventsize() DESCRIPTION; TRC; shall.
 *
 * The data size of this object counts, not the default one.
 */
#include "conftest.h"

static void test(void)
{
	trace_attr_t attr;
	size_t size = 0;

	SETUP(posix_trace_attr_init(&attr));
	SETUP(posix_trace_attr_setmaxdatasize(&attr, 6000));
	EXPECT(posix_trace_attr_getmaxusereventsize(&attr, 6000, &size), 0);
	if (size < 6000)
		FAIL("expected 6000 bytes or more, got %zu", size);
	PASS("6000 bytes of data take at most %zu", size);
}
