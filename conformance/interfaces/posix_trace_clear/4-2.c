/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * CLEAR-6: the log of a stream is begun anew, and is not full.
 *
 * Source: XSH posix_trace_clear() DESCRIPTION; TRL; shall.
 *
 * A log that was full.
 */
#define NEEDS (CT_LOG)
#include "conffull.h"

static void test(void)
{
	trace_id_t trid = ct_full_log(ct_type("conformance a"));
	int full;

	EXPECT(posix_trace_clear(trid), 0);
	full = ct_status(trid).posix_log_full_status;
	if (full != POSIX_TRACE_NOT_FULL)
		FAIL("expected POSIX_TRACE_NOT_FULL (%d) of the log, got %d",
				POSIX_TRACE_NOT_FULL, full);
	PASS("the log is not full after the clear");
}
