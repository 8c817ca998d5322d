/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * APOL-6: a value that is no log-full policy gives EINVAL if it gives an
 * error at all.
 *
 * Source: XSH posix_trace_attr_setlogfullpolicy() ERRORS; TRL; may.
 *
 * POSIX_TRACE_FLUSH is a policy of streams only.
 */
#define NEEDS (CT_LOG)
#include "conftest.h"

static void test(void)
{
	trace_attr_t attr;
	int err;

	SETUP(posix_trace_attr_init(&attr));
	err = posix_trace_attr_setlogfullpolicy(&attr, POSIX_TRACE_FLUSH);
	if (err != 0 && err != EINVAL)
		FAIL("expected EINVAL or 0, got %s", ct_error(err));
	PASS("POSIX_TRACE_FLUSH for a log gave %s", ct_error(err));
}
