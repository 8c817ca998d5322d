/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * AINFO-5: the name that was set is the name that getname gives.
 *
 * Source: XSH posix_trace_attr_setname() DESCRIPTION; TRC; shall.
 *
 * The string is copied: the caller's may change.
 */
#include "conftest.h"

static void test(void)
{
	char mine[8] = "before", name[4096];
	trace_attr_t attr;

	SETUP(posix_trace_attr_init(&attr));
	EXPECT(posix_trace_attr_setname(&attr, mine), 0);
	strcpy(mine, "after");
	SETUP(posix_trace_attr_getname(&attr, name));
	if (strcmp(name, "before") != 0)
		FAIL("expected \"before\", got \"%.40s\"", name);
	PASS("the object has a copy of the name");
}
