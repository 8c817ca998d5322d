/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * AINFO-4: the default name is the empty string, in the object and in a
 * stream.
 *
 * Source: XSH posix_trace_attr_getname() DESCRIPTION, XSH
 * posix_trace_attr_setname() DESCRIPTION; TRC; shall.
 *
 * The array need not be longer than the limit says.
 */
#include "conftest.h"

static void test(void)
{
	long max = sysconf(_SC_TRACE_NAME_MAX);
	size_t size = max == -1 ? 4000 : (size_t)max + 1;
	char name[4096];
	trace_attr_t attr;

	if (size > sizeof(name) - 16)
		UNTESTED("TRACE_NAME_MAX is %ld", max);
	memset(name, '#', sizeof(name));
	SETUP(posix_trace_attr_init(&attr));
	SETUP(posix_trace_attr_setname(&attr, "abc"));
	EXPECT(posix_trace_attr_getname(&attr, name), 0);
	if (name[size] != '#' || name[size + 15] != '#')
		FAIL("expected nothing to be written past %zu bytes", size);
	PASS("getname stays within TRACE_NAME_MAX + 1 bytes");
}
