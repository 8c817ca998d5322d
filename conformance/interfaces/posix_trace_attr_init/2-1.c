/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * AINIT-2: the generation version and the clock resolution are there at
 * once.
 *
 * Source: XSH posix_trace_attr_init() DESCRIPTION; TRC; shall.
 *
 * The generation version is a string.
 */
#include "conftest.h"

static void test(void)
{
	char version[4096];
	trace_attr_t attr;

	memset(version, 1, sizeof(version));
	SETUP(posix_trace_attr_init(&attr));
	EXPECT(posix_trace_attr_getgenversion(&attr, version), 0);
	if (!memchr(version, '\0', sizeof(version)))
		FAIL("expected a string from getgenversion; no null byte came");
	PASS("the generation version is \"%.40s\"", version);
}
