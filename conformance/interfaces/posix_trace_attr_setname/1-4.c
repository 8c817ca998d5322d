/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * AINFO-5: the name that was set is the name that getname gives.
 *
 * Source: XSH posix_trace_attr_setname() DESCRIPTION; TRC; shall.
 *
 * A name one byte shorter than the limit is kept whole.
 */
#include "conftest.h"

static void test(void)
{
	long max = sysconf(_SC_TRACE_NAME_MAX);
	char mine[4096], name[4096];
	trace_attr_t attr;

	if (max == -1)
		max = 8;
	if (max > 4000)
		UNTESTED("TRACE_NAME_MAX is %ld", max);
	memset(mine, 'n', sizeof(mine));
	mine[max - 1] = '\0';
	SETUP(posix_trace_attr_init(&attr));
	EXPECT(posix_trace_attr_setname(&attr, mine), 0);
	SETUP(posix_trace_attr_getname(&attr, name));
	if (strcmp(name, mine) != 0)
		FAIL("expected %ld bytes back, got \"%.60s\"", max - 1, name);
	PASS("a name of %ld bytes is kept whole", max - 1);
}
