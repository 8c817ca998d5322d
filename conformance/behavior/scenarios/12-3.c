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
 * All in one program: it has set some itself, and asks while it is traced.
 */
#define NEEDS (CT_INHERIT | CT_LOG)
#include "confscene.h"

enum { DATA = 100, LOG = 200000 };

static void set_up(trace_attr_t *attr, size_t *stream)
{
	size_t user, system;

	EXPECT(posix_trace_attr_init(attr), 0);
	EXPECT(posix_trace_attr_setname(attr, "live"), 0);
	EXPECT(posix_trace_attr_setinherited(attr, POSIX_TRACE_INHERITED), 0);
	EXPECT(posix_trace_attr_setstreamfullpolicy(attr,
			POSIX_TRACE_UNTIL_FULL), 0);
	EXPECT(posix_trace_attr_setlogfullpolicy(attr, POSIX_TRACE_APPEND), 0);
	EXPECT(posix_trace_attr_setlogsize(attr, LOG), 0);
	EXPECT(posix_trace_attr_setmaxdatasize(attr, DATA), 0);
	EXPECT(posix_trace_attr_getmaxusereventsize(attr, DATA, &user), 0);
	EXPECT(posix_trace_attr_getmaxsystemeventsize(attr, &system), 0);
	*stream = 10 * (user + system);
	EXPECT(posix_trace_attr_setstreamsize(attr, *stream), 0);
}

static void test(void)
{
	size_t wanted, stream = 0, log = 0, data = 0, user = 0, system = 0;
	int inheritance = -1, stream_policy = -1, log_policy = -1;
	struct timespec created = { 0, 0 }, resolution = { 0, 0 };
	trace_event_id_t id = ct_type("conformance a");
	char version[4096], name[4096];
	trace_attr_t attr;
	trace_id_t trid;

	set_up(&attr, &wanted);
	CREATES(posix_trace_create(getpid(), &attr, &trid));
	EXPECT(posix_trace_attr_destroy(&attr), 0);
	EXPECT(posix_trace_start(trid), 0);
	ct_fire(id, 1);

	EXPECT(posix_trace_get_attr(trid, &attr), 0);
	ct_get_string("posix_trace_attr_getgenversion",
			posix_trace_attr_getgenversion, &attr, version);
	ct_get_string("posix_trace_attr_getname", posix_trace_attr_getname,
			&attr, name);
	EXPECT(posix_trace_attr_getcreatetime(&attr, &created), 0);
	EXPECT(posix_trace_attr_getclockres(&attr, &resolution), 0);
	EXPECT(posix_trace_attr_getinherited(&attr, &inheritance), 0);
	EXPECT(posix_trace_attr_getstreamfullpolicy(&attr, &stream_policy), 0);
	EXPECT(posix_trace_attr_getlogfullpolicy(&attr, &log_policy), 0);
	EXPECT(posix_trace_attr_getmaxdatasize(&attr, &data), 0);
	EXPECT(posix_trace_attr_getmaxusereventsize(&attr, data, &user), 0);
	EXPECT(posix_trace_attr_getmaxsystemeventsize(&attr, &system), 0);
	EXPECT(posix_trace_attr_getstreamsize(&attr, &stream), 0);
	EXPECT(posix_trace_attr_getlogsize(&attr, &log), 0);
	EXPECT(posix_trace_attr_destroy(&attr), 0);

	if (strcmp(name, "live") != 0)
		FAIL("expected the name \"live\", got \"%.40s\"", name);
	if (created.tv_sec == 0 ||
			(resolution.tv_sec == 0 && resolution.tv_nsec == 0))
		FAIL("expected a time and a resolution, got %lld and %ld ns",
				(long long)created.tv_sec, resolution.tv_nsec);
	if (inheritance != POSIX_TRACE_INHERITED ||
			stream_policy != POSIX_TRACE_UNTIL_FULL ||
			log_policy != POSIX_TRACE_APPEND)
		FAIL("expected INHERITED, UNTIL_FULL and APPEND, got %d, %d and "
				"%d", inheritance, stream_policy, log_policy);
	if (data < DATA || user < data || system == 0 || stream < wanted ||
			log < LOG)
		FAIL("expected %d, more, some, %zu and %d bytes, got %zu, %zu, "
				"%zu, %zu and %zu", DATA, wanted, LOG, data,
				user, system, stream, log);
	EXPECT(posix_trace_shutdown(trid), 0);
	PASS("the stream \"%s\" of \"%s\" told its attributes", name, version);
}
