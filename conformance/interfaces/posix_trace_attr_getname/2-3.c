/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * AINFO-7: the name travels with the stream.
 *
 * Source: XSH posix_trace_create() DESCRIPTION, XSH posix_trace_get_attr()
 * DESCRIPTION; TRC; shall.
 *
 * Two streams keep theirs apart.
 */
#include "conftest.h"

static void test(void)
{
	char name[4096];
	trace_attr_t attr;
	trace_id_t a, b;

	SETUP(posix_trace_attr_init(&attr));
	SETUP(posix_trace_attr_setname(&attr, "first"));
	a = ct_stream(&attr);
	SETUP(posix_trace_attr_setname(&attr, "second"));
	b = ct_stream(&attr);
	SETUP(posix_trace_get_attr(a, &attr));
	SETUP(posix_trace_attr_getname(&attr, name));
	if (strcmp(name, "first") != 0)
		FAIL("expected \"first\", got \"%.40s\"", name);
	SETUP(posix_trace_get_attr(b, &attr));
	SETUP(posix_trace_attr_getname(&attr, name));
	if (strcmp(name, "second") != 0)
		FAIL("expected \"second\", got \"%.40s\"", name);
	PASS("each stream has its own name");
}
