/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * AINIT-6: what is done to the object after the create does not affect the
 * stream.
 *
 * Source: XSH posix_trace_attr_init() DESCRIPTION; TRC; shall.
 *
 * The object is changed.
 */
#include "conftest.h"

static void test(void)
{
	trace_attr_t attr, got;
	char name[4096];
	trace_id_t trid;
	int policy = -1;

	ct_attr(&attr, POSIX_TRACE_UNTIL_FULL, 10, 32);
	SETUP(posix_trace_attr_setname(&attr, "one"));
	trid = ct_stream(&attr);
	SETUP(posix_trace_attr_setname(&attr, "two"));
	SETUP(posix_trace_attr_setstreamfullpolicy(&attr, POSIX_TRACE_LOOP));
	EXPECT(posix_trace_get_attr(trid, &got), 0);
	SETUP(posix_trace_attr_getname(&got, name));
	SETUP(posix_trace_attr_getstreamfullpolicy(&got, &policy));
	if (strcmp(name, "one") != 0 || policy != POSIX_TRACE_UNTIL_FULL)
		FAIL("expected name \"one\" and UNTIL_FULL, got \"%.40s\" and %d",
				name, policy);
	PASS("the stream kept its name and policy");
}
