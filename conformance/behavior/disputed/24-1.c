/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * READ-24: a stream name of exactly TRACE_NAME_MAX bytes is kept, or cut to
 * one less, so that an array of TRACE_NAME_MAX bytes is enough.
 *
 * Source: XSH posix_trace_attr_setname() DESCRIPTION, XBD <limits.h> Runtime
 * Invariant Values (Possibly Indeterminate); TRC; disputed.
 */
#include "conftest.h"

static void test(void)
{
	long max = sysconf(_SC_TRACE_NAME_MAX);
	char name[4096], got[4096];
	trace_attr_t attr;

	if (max < 1 || max >= (long)sizeof(name))
		UNTESTED("TRACE_NAME_MAX is %ld", max);
	memset(name, 'n', (size_t)max);
	name[max] = '\0';
	SETUP(posix_trace_attr_init(&attr));
	SETUP(posix_trace_attr_setname(&attr, name));
	SETUP(posix_trace_attr_getname(&attr, got));
	ADVISORY("of a stream name of %ld bytes %zu are kept", max, strlen(got));
}
