/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * EX-12: a program creates a stream of itself, asks it for its attributes, and
 * gets each of them, strings in arrays of TRACE_NAME_MAX bytes.
 *
 * Source: XSH posix_trace_get_attr() DESCRIPTION, XSH
 * posix_trace_attr_getgenversion() DESCRIPTION, XSH posix_trace_attr_getname()
 * DESCRIPTION; TRC; derived.
 *
 * Those of the option Trace; nothing is ever traced.
 */
#include "conftest.h"

/* The getter of a string must stay within an array of so many bytes. */
static void ask(const char *what, int (*get)(const trace_attr_t *, char *),
		const trace_attr_t *attr, size_t size)
{
	char text[4096];

	memset(text, '#', sizeof(text));
	ct_expect(what, get(attr, text), 0);
	if (memchr(text, '\0', sizeof(text)) == NULL)
		FAIL("%s gave no string", what);
	if (strlen(text) == size)
		UNTESTED("%s gave %zu bytes, for which the pages disagree "
				"whether the array is enough", what, size);
	if (strlen(text) > size || text[size] != '#')
		FAIL("%s wrote beyond an array of %zu bytes", what, size);
}

static void test(void)
{
	long max = sysconf(_SC_TRACE_NAME_MAX);
	struct timespec created, resolution;
	size_t data, user, system, stream;
	trace_attr_t attr;
	trace_id_t trid;
	int policy = -1;

	if (max == -1 || max >= 4096)
		UNTESTED("TRACE_NAME_MAX is %ld", max);
	EXPECT(posix_trace_create(0, NULL, &trid), 0);
	EXPECT(posix_trace_get_attr(trid, &attr), 0);
	ask("posix_trace_attr_getgenversion", posix_trace_attr_getgenversion,
			&attr, (size_t)max);
	ask("posix_trace_attr_getname", posix_trace_attr_getname, &attr,
			(size_t)max);
	EXPECT(posix_trace_attr_getcreatetime(&attr, &created), 0);
	EXPECT(posix_trace_attr_getclockres(&attr, &resolution), 0);
	EXPECT(posix_trace_attr_getstreamfullpolicy(&attr, &policy), 0);
	EXPECT(posix_trace_attr_getmaxdatasize(&attr, &data), 0);
	EXPECT(posix_trace_attr_getmaxusereventsize(&attr, data, &user), 0);
	EXPECT(posix_trace_attr_getmaxsystemeventsize(&attr, &system), 0);
	EXPECT(posix_trace_attr_getstreamsize(&attr, &stream), 0);
	if (created.tv_sec == 0 || policy != POSIX_TRACE_LOOP ||
			(resolution.tv_sec == 0 && resolution.tv_nsec == 0))
		FAIL("expected a time, LOOP and a resolution, got %lld, %d "
				"and %ld ns", (long long)created.tv_sec, policy,
				resolution.tv_nsec);
	if (user < data || system == 0 || stream == 0)
		FAIL("expected sizes, got %zu for data of %zu, %zu and %zu",
				user, data, system, stream);
	EXPECT(posix_trace_attr_destroy(&attr), 0);
	EXPECT(posix_trace_shutdown(trid), 0);
	PASS("a stream of %zu bytes told its attributes", stream);
}
