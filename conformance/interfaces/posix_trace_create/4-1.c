/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * CREATE-4: the creation time is set from CLOCK_REALTIME.
 *
 * Source: XSH posix_trace_create() DESCRIPTION; TRC; shall.
 *
 * Two streams are created one after the other.
 */
#include "conftest.h"

static void test(void)
{
	struct timespec first, second;
	trace_attr_t attr;

	SETUP(posix_trace_get_attr(ct_stream(NULL), &attr));
	SETUP(posix_trace_attr_getcreatetime(&attr, &first));
	CT_WATCH(0);
	SETUP(posix_trace_get_attr(ct_stream(NULL), &attr));
	EXPECT(posix_trace_attr_getcreatetime(&attr, &second), 0);
	if (ct_ts_cmp(first, second) >= 0)
		FAIL("the second stream's time %ld.%09ld is not after the "
				"first's %ld.%09ld",
				(long)second.tv_sec, second.tv_nsec,
				(long)first.tv_sec, first.tv_nsec);
	PASS("the second stream is younger than the first");
}
