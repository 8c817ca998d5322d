/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * ASIZE-1: each size replaces the one before.
 *
 * Source: XSH posix_trace_attr_setlogsize() DESCRIPTION; TRL; shall.
 *
 * The other sizes are other attributes.
 */
#define NEEDS (CT_LOG)
#include "conftest.h"

static void test(void)
{
	trace_attr_t attr;
	size_t data, stream, data2, stream2;

	SETUP(posix_trace_attr_init(&attr));
	SETUP(posix_trace_attr_getmaxdatasize(&attr, &data));
	SETUP(posix_trace_attr_getstreamsize(&attr, &stream));
	EXPECT(posix_trace_attr_setlogsize(&attr, 765432), 0);
	SETUP(posix_trace_attr_getmaxdatasize(&attr, &data2));
	SETUP(posix_trace_attr_getstreamsize(&attr, &stream2));
	if (data != data2 || stream != stream2)
		FAIL("setlogsize changed the data size from %zu to %zu or the "
				"stream size from %zu to %zu",
				data, data2, stream, stream2);
	PASS("setlogsize left the other sizes alone");
}
