/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * AINFO-3: the generation version is a string of at most TRACE_NAME_MAX
 * bytes.
 *
 * Source: XSH posix_trace_attr_getgenversion() DESCRIPTION; TRC; shall.
 */
#include "conftest.h"

static void test(void)
{
	long max = sysconf(_SC_TRACE_NAME_MAX);
	char version[4096];
	trace_attr_t attr;

	memset(version, 1, sizeof(version));
	SETUP(posix_trace_attr_init(&attr));
	EXPECT(posix_trace_attr_getgenversion(&attr, version), 0);
	version[sizeof(version) - 1] = '\0';
	if (max != -1 && strlen(version) > (size_t)max)
		FAIL("expected at most %ld bytes, got %zu", max, strlen(version));
	PASS("the generation version has %zu bytes", strlen(version));
}
