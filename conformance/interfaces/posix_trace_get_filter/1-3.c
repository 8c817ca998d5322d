/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * FILT-1: the function stores the current filter; it is empty after the
 * create.
 *
 * Source: XSH posix_trace_get_filter() DESCRIPTION; TEF; shall.
 *
 * Asking is not an act: no event is recorded.
 */
#define NEEDS (CT_FILTER)
#include "conftest.h"

static void test(void)
{
	static struct ct_event ev;
	trace_event_set_t set;
	trace_id_t trid = ct_running(NULL);

	EXPECT(posix_trace_get_filter(trid, &set), 0);
	if (ct_find(ct_try, trid, &ev, POSIX_TRACE_FILTER))
		FAIL("asking for the filter recorded a FILTER event");
	PASS("asking recorded nothing");
}
