/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * STAT-4: the status of a pre-recorded stream is that of the completed
 * stream, and asking does not reset it.
 *
 * Source: XSH posix_trace_get_status() DESCRIPTION; TRL; shall.
 */
#define NEEDS (CT_LOG)
#include "confoverrun.h"

static void test(void)
{
	struct posix_trace_status_info one, two;
	trace_id_t trid = ct_overrun_log(ct_type("conformance a"));

	EXPECT(posix_trace_get_status(trid, &one), 0);
	EXPECT(posix_trace_get_status(trid, &two), 0);
	if (one.posix_stream_overrun_status != POSIX_TRACE_OVERRUN)
		FAIL("expected OVERRUN in the log, got %d",
				one.posix_stream_overrun_status);
	if (two.posix_stream_overrun_status != one.posix_stream_overrun_status)
		FAIL("expected the same again, got "
				"%d", two.posix_stream_overrun_status);
	PASS("the log keeps saying OVERRUN");
}
