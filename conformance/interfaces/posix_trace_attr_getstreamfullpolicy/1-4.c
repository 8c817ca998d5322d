/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * APOL-4: the default depends on the kind of stream: LOOP without a log,
 * FLUSH with one.
 *
 * Source: XSH posix_trace_attr_getstreamfullpolicy() DESCRIPTION; TRC; shall.
 *
 * Untouched attributes, with a log.
 */
#define NEEDS (CT_LOG)
#include "conftest.h"

static void test(void)
{
	trace_attr_t attr;
	trace_id_t trid;
	int policy = -1;

	SETUP(posix_trace_attr_init(&attr));
	trid = ct_logged(&attr, ct_file());
	SETUP(posix_trace_get_attr(trid, &attr));
	EXPECT(posix_trace_attr_getstreamfullpolicy(&attr, &policy), 0);
	if (policy != POSIX_TRACE_FLUSH)
		FAIL("expected POSIX_TRACE_FLUSH (%d), got %d",
				POSIX_TRACE_FLUSH, policy);
	PASS("a stream with log is FLUSH by default");
}
