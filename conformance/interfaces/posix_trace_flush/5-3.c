/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * FLUSH-6: a flush is allowed whether the stream runs or not, and does not
 * start or stop it.
 *
 * Source: XSH posix_trace_flush() DESCRIPTION; TRL; derived.
 *
 * A stream that was never started.
 */
#define NEEDS (CT_LOG)
#include "conftest.h"

static void test(void)
{
	trace_id_t trid = ct_logged(NULL, ct_file());

	ct_flush(trid);
	if (ct_status(trid).posix_stream_status != POSIX_TRACE_SUSPENDED)
		FAIL("expected SUSPENDED after the flush, got %d",
				ct_status(trid).posix_stream_status);
	PASS("an empty stream was flushed and stays suspended");
}
