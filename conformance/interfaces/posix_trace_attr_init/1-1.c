/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * AINIT-1: every attribute gets its default value and the result is 0.
 *
 * Source: XSH posix_trace_attr_init() DESCRIPTION, XSH posix_trace_attr_init()
 * RETURN VALUE; TRC; shall.
 *
 * The trace name is the empty string.
 */
#include "conftest.h"

static void test(void)
{
	char name[4096] = "not empty";
	trace_attr_t attr;

	EXPECT(posix_trace_attr_init(&attr), 0);
	EXPECT(posix_trace_attr_getname(&attr, name), 0);
	if (name[0] != '\0')
		FAIL("expected an empty trace name, got \"%.40s\"", name);
	PASS("the default trace name is the empty string");
}
