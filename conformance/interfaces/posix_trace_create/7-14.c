/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * CREATE-7: many streams may trace one process, each independent of the
 * others.
 *
 * Source: XSH posix_trace_create() DESCRIPTION; TRC; shall.
 *
 * A start is recorded in it alone: another one that was stopped stays so.
 */
#include "conftest.h"

static void test(void)
{
	static struct ct_event ev;
	trace_id_t a = ct_running(NULL), b = ct_stream(NULL);
	int starts = 0;

	SETUP(posix_trace_stop(a));
	SETUP(posix_trace_start(b));
	while (ct_try(a, &ev))
		starts += ct_is(a, &ev, POSIX_TRACE_START) != 0;
	if (starts != 1)
		FAIL("expected one START in a stream that was started once, got %d",
				starts);
	if (!ct_find(ct_try, b, &ev, POSIX_TRACE_START))
		FAIL("expected START in the other stream");
	PASS("each stream has the START of its start");
}
