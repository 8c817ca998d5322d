/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * GATTR-2: the attributes are those in force.
 *
 * Source: XSH posix_trace_get_attr() DESCRIPTION, XSH 2.11.1 Trace Stream
 * Attributes; TRC; derived.
 *
 * Creation time, version and resolution are there.
 */
#include "conftest.h"

static void test(void)
{
	char version[4096];
	struct timespec created = { -1, -1 }, res = { -1, -1 };
	trace_attr_t attr;

	EXPECT(posix_trace_get_attr(ct_create(NULL), &attr), 0);
	EXPECT(posix_trace_attr_getcreatetime(&attr, &created), 0);
	EXPECT(posix_trace_attr_getgenversion(&attr, version), 0);
	EXPECT(posix_trace_attr_getclockres(&attr, &res), 0);
	if (created.tv_sec <= 0 || res.tv_sec < 0 || (res.tv_sec == 0 && res.tv_nsec <= 0))
		FAIL("expected a time of creation and a resolution, got %ld s "
				"and %ld s %ld ns",
				(long)created.tv_sec, (long)res.tv_sec, res.tv_nsec);
	PASS("the information attributes are set");
}
