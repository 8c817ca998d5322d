/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * GATTR-1: the attributes of an active stream, or of the log of a
 * pre-recorded one, are copied.
 *
 * Source: XSH posix_trace_get_attr() DESCRIPTION; TRC; shall.
 *
 * A stream without log.
 */
#include "conftest.h"

static void test(void)
{
	char name[4096];
	trace_attr_t attr;
	trace_id_t trid;

	SETUP(posix_trace_attr_init(&attr));
	SETUP(posix_trace_attr_setname(&attr, "live"));
	trid = ct_stream(&attr);
	SETUP(posix_trace_attr_setname(&attr, "other"));
	EXPECT(posix_trace_get_attr(trid, &attr), 0);
	SETUP(posix_trace_attr_getname(&attr, name));
	if (strcmp(name, "live") != 0)
		FAIL("expected \"live\", got \"%.40s\"", name);
	PASS("the attributes are those of the stream");
}
