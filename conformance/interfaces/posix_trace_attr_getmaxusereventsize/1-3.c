/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * ASIZE-7: the result never falls when the data grows, is at least the data
 * that is recorded, and does not overflow.
 *
 * Source: XSH posix_trace_attr_getmaxusereventsize() DESCRIPTION, XSH
 * posix_trace_event() DESCRIPTION; TRC; derived.
 *
 * The largest length there is: the data is cut, so it takes what
 * max-data-size bytes take.
 */
#include "conftest.h"

static void test(void)
{
	trace_attr_t attr;
	size_t largest = 0, most = 0;

	SETUP(posix_trace_attr_init(&attr));
	SETUP(posix_trace_attr_setmaxdatasize(&attr, 64));
	EXPECT(posix_trace_attr_getmaxusereventsize(&attr, 64, &most), 0);
	EXPECT(posix_trace_attr_getmaxusereventsize(&attr, (size_t)-1, &largest), 0);
	if (largest < most)
		FAIL("SIZE_MAX bytes take %zu, 64 bytes take %zu", largest, most);
	PASS("SIZE_MAX bytes take %zu, 64 bytes take %zu", largest, most);
}
