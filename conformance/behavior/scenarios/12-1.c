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
#include "confscene.h"

static void test(void)
{
	char text[4096];
	struct timespec created, resolution;
	size_t data, user, system, stream;
	trace_attr_t attr;
	trace_id_t trid;
	int policy = -1;

	CREATES(posix_trace_create(0, NULL, &trid));
	EXPECT(posix_trace_get_attr(trid, &attr), 0);
	ct_get_string("posix_trace_attr_getgenversion",
			posix_trace_attr_getgenversion, &attr, text);
	ct_get_string("posix_trace_attr_getname", posix_trace_attr_getname,
			&attr, text);
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
