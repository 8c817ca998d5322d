/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * GATTR-3: the attributes can be used to create a stream.
 *
 * Source: XSH posix_trace_get_attr() DESCRIPTION, XSH posix_trace_attr_init()
 * DESCRIPTION; TRC; derived.
 */
#include "conftest.h"

static void test(void)
{
	static struct ct_event ev;
	trace_event_id_t id = ct_type("conformance a");
	char name[4096];
	trace_attr_t attr;
	trace_id_t first, second;
	int policy = -1;

	ct_attr(&attr, POSIX_TRACE_UNTIL_FULL, 20, 32);
	SETUP(posix_trace_attr_setname(&attr, "twin"));
	first = ct_stream(&attr);
	EXPECT(posix_trace_get_attr(first, &attr), 0);
	CREATES(posix_trace_create(0, &attr, &second));
	SETUP(posix_trace_start(second));
	ct_fire(id, 2);
	if (!ct_find(ct_try, second, &ev, id))
		FAIL("expected the second stream to work");
	SETUP(posix_trace_get_attr(second, &attr));
	SETUP(posix_trace_attr_getname(&attr, name));
	SETUP(posix_trace_attr_getstreamfullpolicy(&attr, &policy));
	if (strcmp(name, "twin") != 0 || policy != POSIX_TRACE_UNTIL_FULL)
		FAIL("expected \"twin\" and UNTIL_FULL, got \"%.40s\" and "
				"%d", name, policy);
	PASS("a stream was made like another");
}
