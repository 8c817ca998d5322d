/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * ASIZE-7: the result never falls when the data grows, is at least the data
 * that is recorded, and does not overflow.
 *
 * Source: XSH posix_trace_attr_getmaxusereventsize() DESCRIPTION, XSH
 * posix_trace_event() DESCRIPTION; TRC; derived.
 *
 * Lengths around each power of two, for a stream.
 */
#include "conftest.h"

static void test(void)
{
	trace_attr_t attr;
	size_t power, n, size, last = 0, most;

	ct_attr(&attr, POSIX_TRACE_LOOP, 20, 100);
	SETUP(posix_trace_get_attr(ct_stream(&attr), &attr));
	EXPECT(posix_trace_attr_getmaxusereventsize(&attr, 100, &most), 0);
	for (power = 64; power != 0; power *= 2)
		for (n = power - 30; n != power + 30; n++) {
			EXPECT(posix_trace_attr_getmaxusereventsize(&attr, n,
					&size), 0);
			if (size < last)
				FAIL("%zu bytes take %zu, fewer take %zu", n,
						size, last);
			last = size;
		}
	for (n = (size_t)-1000; n != 0; n++) {
		EXPECT(posix_trace_attr_getmaxusereventsize(&attr, n, &size), 0);
		if (size < most)
			FAIL("%zu bytes take %zu, 100 take %zu", n, size, most);
	}
	PASS("100 bytes take %zu, and no length takes less than a shorter one",
			most);
}
