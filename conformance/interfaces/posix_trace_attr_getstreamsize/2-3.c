/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * ASIZE-9: the size that a stream reports is the one in use.
 *
 * Source: XSH posix_trace_attr_getstreamsize() DESCRIPTION, XSH
 * posix_trace_get_attr() DESCRIPTION; TRC; derived.
 *
 * It is at least what was asked for, for a small stream and for one of 3
 * MiB.
 */
#include "conftest.h"

static void test(void)
{
	static const size_t asked[] = { 20000, (size_t)3 << 20 };
	trace_attr_t attr;
	trace_id_t trid;
	size_t size, i;

	for (i = 0; i < 2; i++) {
		size = 0;
		SETUP(posix_trace_attr_init(&attr));
		SETUP(posix_trace_attr_setstreamsize(&attr, asked[i]));
		trid = ct_stream(&attr);
		SETUP(posix_trace_get_attr(trid, &attr));
		EXPECT(posix_trace_attr_getstreamsize(&attr, &size), 0);
		if (size < asked[i])
			FAIL("expected %zu bytes or more, got %zu", asked[i],
					size);
		SETUP(posix_trace_shutdown(trid));
	}
	PASS("each stream has at least the size that was asked for");
}
