/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * AINFO-3: the generation version is a string of at most TRACE_NAME_MAX
 * bytes.
 *
 * Source: XSH posix_trace_attr_getgenversion() DESCRIPTION; TRC; shall.
 *
 * A stream has the version that a fresh object has, since both are of the
 * same trace system.
 */
#include "conftest.h"

static void test(void)
{
	char fresh[4096] = "", live[4096] = "x";
	trace_attr_t attr;

	SETUP(posix_trace_attr_init(&attr));
	SETUP(posix_trace_attr_getgenversion(&attr, fresh));
	SETUP(posix_trace_get_attr(ct_stream(NULL), &attr));
	EXPECT(posix_trace_attr_getgenversion(&attr, live), 0);
	if (strcmp(fresh, live) != 0)
		FAIL("expected \"%.40s\", got \"%.40s\"", fresh, live);
	PASS("object and stream have the version \"%.40s\"", live);
}
