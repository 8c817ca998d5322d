/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * AINFO-4: the default name is the empty string, in the object and in a
 * stream.
 *
 * Source: XSH posix_trace_attr_getname() DESCRIPTION, XSH
 * posix_trace_attr_setname() DESCRIPTION; TRC; shall.
 */
#include "conftest.h"

static void test(void)
{
	char name[4096] = "not empty";
	trace_attr_t attr;

	SETUP(posix_trace_get_attr(ct_create(NULL), &attr));
	EXPECT(posix_trace_attr_getname(&attr, name), 0);
	if (name[0] != '\0')
		FAIL("expected an empty name, got \"%.40s\"", name);
	PASS("a stream made without attributes has an empty name");
}
