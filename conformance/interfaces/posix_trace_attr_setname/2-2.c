/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * AINFO-6: a name that is too long is no error; it is cut to at most
 * TRACE_NAME_MAX bytes.
 *
 * Source: XSH posix_trace_attr_setname() DESCRIPTION; TRC; may.
 *
 * Of a stream that was created with a name that is a little too long.
 */
#include "conftest.h"

static void test(void)
{
	long max = sysconf(_SC_TRACE_NAME_MAX);
	char mine[4096], name[4096];
	trace_attr_t attr;
	trace_id_t trid;

	if (max == -1 || max > 4000)
		UNTESTED("TRACE_NAME_MAX is %ld", max);
	memset(mine, 'n', sizeof(mine));
	mine[max + 1] = '\0';
	memset(name, 1, sizeof(name));
	SETUP(posix_trace_attr_init(&attr));
	EXPECT(posix_trace_attr_setname(&attr, mine), 0);
	trid = ct_stream(&attr);
	SETUP(posix_trace_attr_init(&attr));
	SETUP(posix_trace_get_attr(trid, &attr));
	EXPECT(posix_trace_attr_getname(&attr, name), 0);
	name[sizeof(name) - 1] = '\0';
	if (strlen(name) > (size_t)max || strlen(name) < (size_t)max - 1 ||
	    strncmp(name, mine, strlen(name)) != 0)
		FAIL("expected %ld or %ld bytes of the name, got \"%.60s\"",
				max - 1, max, name);
	PASS("of a name of %ld bytes the stream has %zu", max + 1,
			strlen(name));
}
