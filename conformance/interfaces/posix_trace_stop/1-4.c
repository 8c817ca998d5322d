/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * STOP-1: stopping a running stream that is not full records a STOP event
 * with data 0 and suspends the stream.
 *
 * Source: XSH posix_trace_stop() DESCRIPTION, XSH 2.11.2 System Trace Event
 * Type Definitions; TRC; shall.
 *
 * In the log of a stream that has one.
 */
#define NEEDS (CT_LOG)
#include "conftest.h"

static void test(void)
{
	static struct ct_event ev;
	trace_id_t trid = ct_logging(NULL, ct_file());

	EXPECT(posix_trace_stop(trid), 0);
	SETUP(posix_trace_shutdown(trid));
	trid = ct_reopen();
	if (!ct_find(ct_read, trid, &ev, POSIX_TRACE_STOP))
		FAIL("expected a STOP event in the log; none came");
	if (ev.len != sizeof(int) || ct_number(&ev) != 0)
		FAIL("expected the int 0 as data, got %zu bytes, %d", ev.len,
				ct_number(&ev));
	PASS("the log has STOP with data 0");
}
