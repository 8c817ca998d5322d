/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * CREATE-7: many streams may trace one process, each independent of the others.
 *
 * Source: XSH posix_trace_create() DESCRIPTION; TRC; shall.
 *
 * Another one is cleared: the status of this still tells of its losses, and so do
 * OVERFLOW and RESUME.
 */
#include "confoverrun.h"

static void test(void)
{
	static struct ct_event ev;
	trace_id_t other = ct_running(NULL), trid;
	int n, overrun;

	trid = ct_overwritten(ct_type("conformance a"), &n);
	SETUP(posix_trace_clear(other));
	overrun = ct_status(trid).posix_stream_overrun_status;
	if (overrun != POSIX_TRACE_OVERRUN)
		FAIL("expected POSIX_TRACE_OVERRUN (%d) of a stream that has lost "
				"events, got %d", POSIX_TRACE_OVERRUN, overrun);
	if (!ct_find(ct_try, trid, &ev, POSIX_TRACE_OVERFLOW))
		FAIL("expected OVERFLOW after another stream was cleared");
	if (!ct_find(ct_try, trid, &ev, POSIX_TRACE_RESUME))
		FAIL("expected RESUME after another stream was cleared");
	PASS("the clear of a stream left the losses of another alone");
}
