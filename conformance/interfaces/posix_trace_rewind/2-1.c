/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * REW-E1: EINVAL, if there is an error at all, when trid is not a
 * pre-recorded stream.
 *
 * Source: XSH posix_trace_rewind() ERRORS; TRL; may.
 *
 * An active stream.
 */
#define NEEDS (CT_LOG)
#include "conftest.h"

static void test(void)
{
	static struct ct_event ev;
	trace_id_t trid = ct_running(NULL);
	int err = posix_trace_rewind(trid);

	if (err != 0 && err != EINVAL)
		FAIL("expected EINVAL or 0, got %s", ct_error(err));
	if (!ct_find(ct_try, trid, &ev, POSIX_TRACE_START))
		FAIL("expected START to be in the stream still");
	PASS("rewinding an active stream gave %s", ct_error(err));
}
