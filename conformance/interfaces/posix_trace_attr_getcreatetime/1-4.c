/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * AINFO-2: the creation time is that of CLOCK_REALTIME when the stream was
 * created.
 *
 * Source: XSH posix_trace_attr_getcreatetime() DESCRIPTION, XSH
 * posix_trace_create() DESCRIPTION; TRC; shall.
 *
 * The log keeps it.
 */
#define NEEDS (CT_LOG)
#include "conftest.h"

static void test(void)
{
	struct timespec live, kept;
	trace_attr_t attr;
	trace_id_t trid = ct_logging(NULL, ct_file());

	SETUP(posix_trace_get_attr(trid, &attr));
	SETUP(posix_trace_attr_getcreatetime(&attr, &live));
	SETUP(posix_trace_shutdown(trid));
	SETUP(posix_trace_get_attr(ct_reopen(), &attr));
	EXPECT(posix_trace_attr_getcreatetime(&attr, &kept), 0);
	if (ct_ts_cmp(live, kept) != 0)
		FAIL("expected %ld s %ld ns in the log, got %ld s %ld ns",
				(long)live.tv_sec, live.tv_nsec,
				(long)kept.tv_sec, kept.tv_nsec);
	PASS("stream and log have the same creation time");
}
