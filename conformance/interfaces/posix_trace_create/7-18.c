/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * CREATE-7: many streams may trace one process, each independent of the others.
 *
 * Source: XSH posix_trace_create() DESCRIPTION; TRC; shall.
 *
 * Another one is stopped: OVERFLOW and RESUME still tell of the losses of this.
 */
#include "confoverrun.h"

static void test(void)
{
	static struct ct_event ev;
	trace_id_t other = ct_running(NULL), trid;
	int n;

	trid = ct_overwritten(ct_type("conformance a"), &n);
	SETUP(posix_trace_stop(other));
	if (!ct_find(ct_try, trid, &ev, POSIX_TRACE_OVERFLOW))
		FAIL("expected OVERFLOW after another stream was stopped");
	if (!ct_find(ct_try, trid, &ev, POSIX_TRACE_RESUME))
		FAIL("expected RESUME after another stream was stopped");
	PASS("the stop of a stream left the losses of another alone");
}
