/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * APOL-4: the default depends on the kind of stream: LOOP without a log,
 * FLUSH with one.
 *
 * Source: XSH posix_trace_attr_getstreamfullpolicy() DESCRIPTION; TRC; shall.
 *
 * One untouched object makes a stream of each kind.
 */
#define NEEDS (CT_LOG)
#include "conftest.h"

static void test(void)
{
	trace_attr_t attr, got;
	int without = -1, with = -1;

	SETUP(posix_trace_attr_init(&attr));
	SETUP(posix_trace_get_attr(ct_logged(&attr, ct_file()), &got));
	SETUP(posix_trace_attr_getstreamfullpolicy(&got, &with));
	SETUP(posix_trace_get_attr(ct_stream(&attr), &got));
	SETUP(posix_trace_attr_getstreamfullpolicy(&got, &without));
	if (with != POSIX_TRACE_FLUSH || without != POSIX_TRACE_LOOP)
		FAIL("expected FLUSH (%d) with a log and LOOP (%d) without, "
				"got %d and %d",
				POSIX_TRACE_FLUSH, POSIX_TRACE_LOOP, with, without);
	PASS("one object gave each stream its own default");
}
