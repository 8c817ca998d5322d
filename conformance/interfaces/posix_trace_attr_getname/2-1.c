/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * AINFO-7: the name travels with the stream.
 *
 * Source: XSH posix_trace_create() DESCRIPTION, XSH posix_trace_get_attr()
 * DESCRIPTION; TRC; shall.
 *
 * Through create and get_attr.
 */
#include "conftest.h"

static void test(void)
{
	char name[4096];
	trace_attr_t attr;
	trace_id_t trid;

	SETUP(posix_trace_attr_init(&attr));
	SETUP(posix_trace_attr_setname(&attr, "stream"));
	trid = ct_stream(&attr);
	SETUP(posix_trace_attr_init(&attr));
	EXPECT(posix_trace_get_attr(trid, &attr), 0);
	EXPECT(posix_trace_attr_getname(&attr, name), 0);
	if (strcmp(name, "stream") != 0)
		FAIL("expected \"stream\", got \"%.40s\"", name);
	PASS("the stream has the name of its attributes");
}
