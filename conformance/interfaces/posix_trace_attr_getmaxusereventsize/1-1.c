/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * ASIZE-7: the result never falls when the data grows, is at least the data
 * that is recorded, and does not overflow.
 *
 * Source: XSH posix_trace_attr_getmaxusereventsize() DESCRIPTION, XSH
 * posix_trace_event() DESCRIPTION; TRC; derived.
 *
 * Every length up to some thousand.
 */
#include "conftest.h"

static void test(void)
{
	trace_attr_t attr;
	size_t n, size, last = 0;

	SETUP(posix_trace_attr_init(&attr));
	SETUP(posix_trace_attr_setmaxdatasize(&attr, 4000));
	for (n = 0; n < 5000; n++) {
		EXPECT(posix_trace_attr_getmaxusereventsize(&attr, n, &size), 0);
		if (size < last)
			FAIL("%zu bytes take %zu, one byte less takes "
					"%zu", n, size, last);
		last = size;
	}
	PASS("the size grows with the data, up to %zu", last);
}
