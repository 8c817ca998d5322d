/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * LOG-2: losing events in the log sets its overrun status.
 *
 * Source: XSH 2.11.1 posix_trace_status_info Structure, XBD 4.19 Tracing; TRL;
 * shall.
 *
 * A LOOP log overwrites.
 */
#define NEEDS (CT_LOG)
#include "conffull.h"

static void test(void)
{
	size_t size;
	int n, overrun;

	SETUP(posix_trace_shutdown(ct_overfilled_log(ct_type("conformance a"),
			POSIX_TRACE_LOOP, &size, &n)));
	overrun = ct_status(ct_reopen()).posix_log_overrun_status;
	if (overrun != POSIX_TRACE_OVERRUN)
		FAIL("expected POSIX_TRACE_OVERRUN (%d) of a log of %zu "
				"bytes, got %d",
				POSIX_TRACE_OVERRUN, size, overrun);
	PASS("the log of %zu bytes says OVERRUN", size);
}
