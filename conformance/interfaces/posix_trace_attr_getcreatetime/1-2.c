/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * AINFO-2: the creation time is that of CLOCK_REALTIME when the stream was
 * created.
 *
 * Source: XSH posix_trace_attr_getcreatetime() DESCRIPTION, XSH
 * posix_trace_create() DESCRIPTION; TRC; shall.
 *
 * A stream with log.
 */
#define NEEDS (CT_LOG)
#include "conftest.h"

static void test(void)
{
	struct timespec before, after, got = { 0, 0 };
	trace_attr_t attr;
	trace_id_t trid;
	int fd = ct_file();

	clock_gettime(CLOCK_REALTIME, &before);
	trid = ct_logged(NULL, fd);
	clock_gettime(CLOCK_REALTIME, &after);
	EXPECT(posix_trace_get_attr(trid, &attr), 0);
	EXPECT(posix_trace_attr_getcreatetime(&attr, &got), 0);
	before.tv_sec--;	/* coarse clocks lag behind by less */
	if (ct_ts_cmp(got, before) < 0 || ct_ts_cmp(got, after) > 0)
		FAIL("expected a time from %ld to %ld s, got %ld s",
				(long)before.tv_sec, (long)after.tv_sec,
				(long)got.tv_sec);
	PASS("the creation time lies between before and after");
}
