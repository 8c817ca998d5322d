/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * AINFO-5: the name that was set is the name that getname gives.
 *
 * Source: XSH posix_trace_attr_setname() DESCRIPTION; TRC; shall.
 *
 * A shorter name replaces a longer one, and the empty one replaces that.
 */
#include "conftest.h"

static void test(void)
{
	char name[4096];
	trace_attr_t attr;

	SETUP(posix_trace_attr_init(&attr));
	EXPECT(posix_trace_attr_setname(&attr, "longer"), 0);
	EXPECT(posix_trace_attr_setname(&attr, "ab"), 0);
	SETUP(posix_trace_attr_getname(&attr, name));
	if (strcmp(name, "ab") != 0)
		FAIL("expected \"ab\", got \"%.40s\"", name);
	EXPECT(posix_trace_attr_setname(&attr, ""), 0);
	SETUP(posix_trace_attr_getname(&attr, name));
	if (strcmp(name, "") != 0)
		FAIL("expected an empty name, got \"%.40s\"", name);
	PASS("each name replaces the one before");
}
