/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * ASIZE-1: each size replaces the one before.
 *
 * Source: XSH posix_trace_attr_setlogsize() DESCRIPTION; TRL; shall.
 *
 * One of many bits, unless it is refused.
 */
#define NEEDS (CT_LOG)
#include "conftest.h"

static void test(void)
{
	trace_attr_t attr;
	size_t size, got;
	unsigned int bit, n = 0;

	SETUP(posix_trace_attr_init(&attr));
	for (bit = 8; bit < sizeof(size) * CHAR_BIT - 1; bit++) {
		size = ((size_t)1 << bit) + 5;
		if (posix_trace_attr_setlogsize(&attr, size) != 0)
			continue;
		EXPECT(posix_trace_attr_getlogsize(&attr, &got), 0);
		if (got < size)
			FAIL("expected the log-max-size %zu, got %zu", size, got);
		n++;
	}
	PASS("%u sizes of up to %u bits came back", n, bit);
}
