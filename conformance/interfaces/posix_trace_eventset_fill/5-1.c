/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * SET-E1: an argument that is none of the three gives EINVAL if it gives an
 * error at all.
 *
 * Source: XSH posix_trace_eventset_fill() ERRORS; TEF; may.
 */
#define NEEDS (CT_FILTER)
#include "conftest.h"

static void test(void)
{
	trace_event_set_t set;
	int wrong = 1000000 + POSIX_TRACE_WOPID_EVENTS +
		POSIX_TRACE_SYSTEM_EVENTS + POSIX_TRACE_ALL_EVENTS, err;

	err = posix_trace_eventset_fill(&set, wrong);
	if (err != 0 && err != EINVAL)
		FAIL("expected EINVAL or 0, got %s", ct_error(err));
	PASS("a wrong argument gave %s", ct_error(err));
}
