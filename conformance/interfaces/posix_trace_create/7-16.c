/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * CREATE-7: many streams may trace one process, each independent of the others.
 *
 * Source: XSH posix_trace_create() DESCRIPTION; TRC; shall.
 *
 * Another one is made: what the status of the first has to tell of losses stays.
 */
#include "confoverrun.h"

static void test(void)
{
	int n, overrun;
	trace_id_t a = ct_overwritten(ct_type("conformance a"), &n);

	ct_stream(NULL);
	overrun = ct_status(a).posix_stream_overrun_status;
	if (overrun != POSIX_TRACE_OVERRUN)
		FAIL("expected POSIX_TRACE_OVERRUN (%d) of a stream that has lost "
				"events, got %d", POSIX_TRACE_OVERRUN, overrun);
	PASS("the new stream left the status of the other alone");
}
