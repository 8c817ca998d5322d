/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * APOL-6: a value that is no stream-full policy gives EINVAL if it gives an
 * error at all.
 *
 * Source: XSH posix_trace_attr_setstreamfullpolicy() ERRORS; TRC; may.
 */
#include "conftest.h"

static void test(void)
{
	trace_attr_t attr;
	int wrong = 1000000 + POSIX_TRACE_LOOP + POSIX_TRACE_UNTIL_FULL, err;

	SETUP(posix_trace_attr_init(&attr));
	err = posix_trace_attr_setstreamfullpolicy(&attr, wrong);
	if (err != 0 && err != EINVAL)
		FAIL("expected EINVAL or 0, got %s", ct_error(err));
	PASS("a wrong policy gave %s", ct_error(err));
}
