/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * ADEST-1: destroying an initialised object gives 0, and the object may then
 * be initialised again.
 *
 * Source: XSH posix_trace_attr_destroy() DESCRIPTION, XSH
 * posix_trace_attr_destroy() RETURN VALUE; TRC; shall.
 *
 * The new life starts from the defaults.
 */
#include "conftest.h"

static void test(void)
{
	trace_attr_t attr;
	char name[4096] = "not empty";

	SETUP(posix_trace_attr_init(&attr));
	SETUP(posix_trace_attr_setname(&attr, "old"));
	EXPECT(posix_trace_attr_destroy(&attr), 0);
	EXPECT(posix_trace_attr_init(&attr), 0);
	EXPECT(posix_trace_attr_getname(&attr, name), 0);
	if (name[0] != '\0')
		FAIL("expected an empty name after the second init, got "
				"\"%.40s\"", name);
	EXPECT(posix_trace_attr_destroy(&attr), 0);
	PASS("the object began again with the defaults");
}
