/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * LOGL-1: a LOOP log that is full overwrites its oldest events, so it has
 * the most recently flushed ones.
 *
 * Source: XSH posix_trace_attr_setlogfullpolicy() DESCRIPTION; TRL; shall.
 *
 * The stream continues: it is running when the log has wrapped.
 */
#define NEEDS (CT_LOG)
#include "conffull.h"

static void test(void)
{
	size_t size;
	int n;
	trace_id_t trid = ct_overfilled_log(ct_type("conformance a"),
			POSIX_TRACE_LOOP, &size, &n);
	int status = ct_status(trid).posix_stream_status;

	if (status != POSIX_TRACE_RUNNING)
		FAIL("expected POSIX_TRACE_RUNNING (%d), got %d",
				POSIX_TRACE_RUNNING, status);
	PASS("the stream runs on when its log of %zu bytes has gone round", size);
}
