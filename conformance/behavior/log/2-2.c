/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * LOGU-1: an UNTIL_FULL log that is full takes no more; it is FULL, and its
 * last event is STOP.
 *
 * Source: XSH posix_trace_attr_setlogfullpolicy() DESCRIPTION; TRL; shall.
 *
 * The status.
 */
#define NEEDS (CT_LOG)
#include "conffull.h"

static void test(void)
{
	size_t size;
	int n, status;
	trace_id_t trid = ct_overfilled_log(ct_type("conformance a"),
			POSIX_TRACE_UNTIL_FULL, &size, &n);

	status = ct_status(trid).posix_log_full_status;
	if (status != POSIX_TRACE_FULL)
		FAIL("expected POSIX_TRACE_FULL (%d), got %d", POSIX_TRACE_FULL,
				status);
	SETUP(posix_trace_shutdown(trid));
	status = ct_status(ct_reopen()).posix_log_full_status;
	if (status != POSIX_TRACE_FULL)
		FAIL("expected POSIX_TRACE_FULL (%d) out of the log, got %d",
				POSIX_TRACE_FULL, status);
	PASS("a log of %zu bytes is full, and says so", size);
}
