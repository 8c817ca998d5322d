/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * AINFO-5: the name that was set is the name that getname gives.
 *
 * Source: XSH posix_trace_attr_setname() DESCRIPTION; TRC; shall.
 */
#include "conftest.h"

static void test(void)
{
	char name[4096];
	trace_attr_t attr;

	SETUP(posix_trace_attr_init(&attr));
	EXPECT(posix_trace_attr_setname(&attr, "a name"), 0);
	SETUP(posix_trace_attr_getname(&attr, name));
	if (strcmp(name, "a name") != 0)
		FAIL("expected \"a name\", got \"%.40s\"", name);
	PASS("getname gives what setname was given");
}
