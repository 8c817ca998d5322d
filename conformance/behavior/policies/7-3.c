/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * UF-1: an UNTIL_FULL stream that is exhausted stops by itself: SUSPENDED and
 * FULL.
 *
 * Source: XSH posix_trace_attr_setstreamfullpolicy() DESCRIPTION, XSH 2.11.1
 * posix_trace_status_info Structure; TRC; shall.
 *
 * A stop makes no room, so the stream is FULL after it, too.
 */
#include "confoverrun.h"

static void test(void)
{
	struct posix_trace_status_info status;
	trace_event_id_t id = ct_type("conformance a");
	trace_attr_t attr;
	trace_id_t trid;

	ct_small(&attr);
	trid = ct_running(&attr);
	ct_overfill(id, ct_fill(trid, id, 64));
	SETUP(posix_trace_stop(trid));
	status = ct_status(trid);
	if (status.posix_stream_full_status != POSIX_TRACE_FULL)
		FAIL("expected POSIX_TRACE_FULL (%d) of a full stream that was "
				"stopped, got %d", POSIX_TRACE_FULL,
				status.posix_stream_full_status);
	if (status.posix_stream_status != POSIX_TRACE_SUSPENDED)
		FAIL("expected POSIX_TRACE_SUSPENDED (%d), got %d",
				POSIX_TRACE_SUSPENDED,
				status.posix_stream_status);
	PASS("a full stream that was stopped is still full");
}
