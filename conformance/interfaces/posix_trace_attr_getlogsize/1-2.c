/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * ASIZE-1: the size that was set is the size that is got.
 *
 * Source: XSH posix_trace_attr_getlogsize() DESCRIPTION; TRL; shall.
 *
 * The size in use comes from the stream, and the log says the same.
 */
#define NEEDS (CT_LOG)
#include "conftest.h"

static void test(void)
{
	trace_attr_t attr;
	trace_id_t trid;
	size_t live = 0, kept = 0;

	SETUP(posix_trace_attr_init(&attr));
	SETUP(posix_trace_attr_setlogsize(&attr, 1 << 20));
	trid = ct_logging(&attr, ct_file());
	SETUP(posix_trace_get_attr(trid, &attr));
	EXPECT(posix_trace_attr_getlogsize(&attr, &live), 0);
	SETUP(posix_trace_shutdown(trid));
	SETUP(posix_trace_get_attr(ct_reopen(), &attr));
	EXPECT(posix_trace_attr_getlogsize(&attr, &kept), 0);
	if (live == 0 || live != kept)
		FAIL("expected one size above zero, got %zu from the stream "
				"and %zu from the log",
				live, kept);
	PASS("stream and log have a log size of %zu", live);
}
