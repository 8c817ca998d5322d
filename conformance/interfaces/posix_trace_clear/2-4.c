/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * CLEAR-2: a running stream goes on running, a suspended one stays
 * suspended.
 *
 * Source: XSH posix_trace_clear() DESCRIPTION; TRC; shall.
 *
 * A stream with log that has never run.
 */
#define NEEDS (CT_LOG)
#include "conftest.h"

static void test(void)
{
	static struct ct_event ev;
	trace_event_id_t id = ct_type("conformance a");
	trace_id_t trid = ct_logged(NULL, ct_file());

	EXPECT(posix_trace_clear(trid), 0);
	ct_fire(id, 4711);
	if (ct_status(trid).posix_stream_status != POSIX_TRACE_SUSPENDED)
		FAIL("expected SUSPENDED after the clear, got %d",
				ct_status(trid).posix_stream_status);
	SETUP(posix_trace_shutdown(trid));
	trid = ct_reopen();
	if (ct_find_number(ct_read, trid, &ev, 4711))
		FAIL("the stream recorded an event although it never ran");
	PASS("the stream that never ran did not run after the clear");
}
