/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * ASIZE-1: the size that was set is the size that is got.
 *
 * Source: XSH posix_trace_attr_getmaxdatasize() DESCRIPTION; TRC; shall.
 *
 * The log says what the stream used.
 */
#define NEEDS (CT_LOG)
#include "conftest.h"

static void test(void)
{
	trace_attr_t attr;
	trace_id_t trid;
	size_t live = 0, kept = 0;

	SETUP(posix_trace_attr_init(&attr));
	SETUP(posix_trace_attr_setmaxdatasize(&attr, 48));
	trid = ct_logging(&attr, ct_file());
	SETUP(posix_trace_get_attr(trid, &attr));
	SETUP(posix_trace_attr_getmaxdatasize(&attr, &live));
	SETUP(posix_trace_shutdown(trid));
	SETUP(posix_trace_get_attr(ct_reopen(), &attr));
	EXPECT(posix_trace_attr_getmaxdatasize(&attr, &kept), 0);
	if (live != kept)
		FAIL("expected %zu in the log, got %zu", live, kept);
	PASS("stream and log have a data size of %zu", live);
}
