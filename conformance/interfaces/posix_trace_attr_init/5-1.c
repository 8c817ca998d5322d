/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * AINIT-7: posix_trace_get_attr() makes an initialised object of its
 * argument.
 *
 * Source: XSH posix_trace_attr_init() DESCRIPTION; TRC; shall.
 *
 * Its setters and getters work on the object.
 */
#include "conftest.h"

static void test(void)
{
	trace_attr_t attr;
	char name[4096];
	int policy = -1;

	SETUP(posix_trace_get_attr(ct_stream(NULL), &attr));
	EXPECT(posix_trace_attr_setname(&attr, "mine"), 0);
	EXPECT(posix_trace_attr_setstreamfullpolicy(&attr,
			POSIX_TRACE_UNTIL_FULL), 0);
	EXPECT(posix_trace_attr_getname(&attr, name), 0);
	EXPECT(posix_trace_attr_getstreamfullpolicy(&attr, &policy), 0);
	if (strcmp(name, "mine") != 0 || policy != POSIX_TRACE_UNTIL_FULL)
		FAIL("expected \"mine\" and UNTIL_FULL, got \"%.40s\" and %d",
				name, policy);
	PASS("what get_attr filled can be set and read");
}
