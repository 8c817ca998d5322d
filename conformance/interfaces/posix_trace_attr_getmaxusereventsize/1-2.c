/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * ASIZE-7: the result never falls when the data grows, is at least the data
 * that is recorded, and does not overflow.
 *
 * Source: XSH posix_trace_attr_getmaxusereventsize() DESCRIPTION, XSH
 * posix_trace_event() DESCRIPTION; TRC; derived.
 */
#include "conftest.h"

static void test(void)
{
	trace_attr_t attr;
	size_t n, size = 0;

	SETUP(posix_trace_attr_init(&attr));
	SETUP(posix_trace_attr_setmaxdatasize(&attr, 300));
	for (n = 0; n < 1000; n++) {
		EXPECT(posix_trace_attr_getmaxusereventsize(&attr, n, &size), 0);
		if (size < (n < 300 ? n : 300))
			FAIL("expected %zu bytes of data to take as many, got "
					"%zu", n, size);
	}
	PASS("an event takes at least its data");
}
