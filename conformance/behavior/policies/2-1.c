/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * LOOP-2: being full does not stop a LOOP stream.
 *
 * Source: XSH posix_trace_attr_setstreamfullpolicy() DESCRIPTION; TRC; shall.
 */
#include "confoverrun.h"

static void test(void)
{
	trace_event_id_t id = ct_type("conformance a");
	trace_id_t trid;
	int i, n;

	trid = ct_overwritten(id, &n);
	i = ct_status(trid).posix_stream_status;
	if (i != POSIX_TRACE_RUNNING)
		FAIL("expected POSIX_TRACE_RUNNING (%d), got "
				"%d", POSIX_TRACE_RUNNING, i);
	PASS("the full stream runs on");
}
