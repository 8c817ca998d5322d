/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * ASIZE-10: a size is refused with EINVAL if it is refused at all.
 *
 * Source: XSH posix_trace_attr_setlogsize() ERRORS; TRL; may.
 */
#define NEEDS (CT_LOG)
#include "conftest.h"

static void test(void)
{
	trace_attr_t attr;
	int err;

	SETUP(posix_trace_attr_init(&attr));
	err = posix_trace_attr_setlogsize(&attr, 0);
	if (err != 0 && err != EINVAL)
		FAIL("expected EINVAL or 0, got %s", ct_error(err));
	err = posix_trace_attr_setlogsize(&attr, (size_t)-1);
	if (err != 0 && err != EINVAL)
		FAIL("expected EINVAL or 0, got %s", ct_error(err));
	PASS("sizes of 0 and of SIZE_MAX gave 0 or EINVAL");
}
