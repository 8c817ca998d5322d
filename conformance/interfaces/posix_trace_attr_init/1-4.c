/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * AINIT-1: every attribute gets its default value and the result is 0.
 *
 * Source: XSH posix_trace_attr_init() DESCRIPTION, XSH posix_trace_attr_init()
 * RETURN VALUE; TRC; shall.
 *
 * The defaults do not depend on what another object was set to.
 */
#include "conftest.h"

static void test(void)
{
	trace_attr_t set, fresh;
	size_t before, after;
	int policy = -1;

	SETUP(posix_trace_attr_init(&set));
	SETUP(posix_trace_attr_getmaxdatasize(&set, &before));
	SETUP(posix_trace_attr_setmaxdatasize(&set, before + 8));
	SETUP(posix_trace_attr_setstreamfullpolicy(&set,
			POSIX_TRACE_UNTIL_FULL));
	EXPECT(posix_trace_attr_init(&fresh), 0);
	SETUP(posix_trace_attr_getmaxdatasize(&fresh, &after));
	SETUP(posix_trace_attr_getstreamfullpolicy(&fresh, &policy));
	if (after != before || policy == POSIX_TRACE_UNTIL_FULL)
		FAIL("expected the defaults in a fresh object; data size %zu "
				"instead of %zu, policy %d",
				after, before, policy);
	PASS("a fresh object has the defaults");
}
