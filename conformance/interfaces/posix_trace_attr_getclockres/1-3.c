/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * AINFO-1: the resolution is that of the clock that stamps events.
 *
 * Source: XSH posix_trace_attr_getclockres() DESCRIPTION; TRC; shall.
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
	SETUP(posix_trace_attr_getclockres(&attr, &live));
	SETUP(posix_trace_shutdown(trid));
	SETUP(posix_trace_get_attr(ct_reopen(), &attr));
	EXPECT(posix_trace_attr_getclockres(&attr, &kept), 0);
	if (ct_ts_cmp(live, kept) != 0)
		FAIL("expected %ld ns in the log, got %ld ns", live.tv_nsec,
				kept.tv_nsec);
	PASS("stream and log have the same clock resolution");
}
