/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * SHUT-6: the log has all that can be asked later: attributes, event types
 * and their names, and the status.
 *
 * Source: XSH posix_trace_shutdown() DESCRIPTION; TRL; shall.
 *
 * The status: what an UNTIL_FULL stream lost shows in the log.
 */
#define NEEDS (CT_LOG)
#include "confoverrun.h"

static void test(void)
{
	trace_id_t trid = ct_overrun_log(ct_type("conformance a"));
	int overrun = ct_status(trid).posix_stream_overrun_status;

	if (overrun != POSIX_TRACE_OVERRUN)
		FAIL("expected POSIX_TRACE_OVERRUN (%d) in the log, got %d",
				POSIX_TRACE_OVERRUN, overrun);
	PASS("the log says that the stream was overrun");
}
