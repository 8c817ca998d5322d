/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * AINFO-6: a name that is too long is no error; it is cut to at most
 * TRACE_NAME_MAX bytes.
 *
 * Source: XSH posix_trace_attr_setname() DESCRIPTION; TRC; may.
 */
#include "conftest.h"

static void test(void)
{
	long max = sysconf(_SC_TRACE_NAME_MAX);
	char mine[4096], name[4096];
	trace_attr_t attr;
	int i;

	if (max == -1 || max > 4000)
		UNTESTED("TRACE_NAME_MAX is %ld", max);
	for (i = 0; i < (int)sizeof(mine) - 1; i++)
		mine[i] = (char)('a' + i % 26);
	mine[sizeof(mine) - 1] = '\0';
	memset(name, 1, sizeof(name));
	SETUP(posix_trace_attr_init(&attr));
	EXPECT(posix_trace_attr_setname(&attr, mine), 0);
	EXPECT(posix_trace_attr_getname(&attr, name), 0);
	name[sizeof(name) - 1] = '\0';
	if (strlen(name) > (size_t)max)
		FAIL("expected at most %ld bytes, got %zu", max, strlen(name));
	if (strlen(name) < (size_t)max - 1 ||
	    strncmp(name, mine, strlen(name)) != 0)
		FAIL("expected a prefix of the name of at least %ld bytes, "
				"got \"%.60s\"",
				max - 1, name);
	PASS("a name of 4095 bytes was cut to %zu", strlen(name));
}
