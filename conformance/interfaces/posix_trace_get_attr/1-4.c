/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * GATTR-1: the attributes of an active stream, or of the log of a
 * pre-recorded one, are copied.
 *
 * Source: XSH posix_trace_get_attr() DESCRIPTION; TRC; shall.
 *
 * Sizes and policies, of a stream and then of its log.
 */
#define NEEDS (CT_LOG)
#include "conftest.h"

static void test(void)
{
	trace_attr_t live, kept;
	trace_id_t trid;
	size_t a = 0, b = 1;
	int p = 0, q = 1;

	SETUP(posix_trace_attr_init(&live));
	SETUP(posix_trace_attr_setmaxdatasize(&live, 77));
	SETUP(posix_trace_attr_setlogsize(&live, 123456));
	SETUP(posix_trace_attr_setstreamfullpolicy(&live,
			POSIX_TRACE_UNTIL_FULL));
	SETUP(posix_trace_attr_setlogfullpolicy(&live, POSIX_TRACE_APPEND));
	trid = ct_logging(&live, ct_file());
	EXPECT(posix_trace_get_attr(trid, &live), 0);
	SETUP(posix_trace_shutdown(trid));
	EXPECT(posix_trace_get_attr(ct_reopen(), &kept), 0);
	SETUP(posix_trace_attr_getmaxdatasize(&live, &a));
	SETUP(posix_trace_attr_getmaxdatasize(&kept, &b));
	if (a != b)
		FAIL("expected max-data-size %zu of the log, got %zu", a, b);
	SETUP(posix_trace_attr_getlogsize(&live, &a));
	SETUP(posix_trace_attr_getlogsize(&kept, &b));
	if (a != b)
		FAIL("expected log-max-size %zu of the log, got %zu", a, b);
	SETUP(posix_trace_attr_getstreamfullpolicy(&live, &p));
	SETUP(posix_trace_attr_getstreamfullpolicy(&kept, &q));
	if (p != q)
		FAIL("expected stream-full policy %d of the log, got %d", p, q);
	SETUP(posix_trace_attr_getlogfullpolicy(&live, &p));
	SETUP(posix_trace_attr_getlogfullpolicy(&kept, &q));
	if (p != q)
		FAIL("expected log-full policy %d of the log, got %d", p, q);
	PASS("the log has the attributes of its stream");
}
