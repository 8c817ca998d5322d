/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * START-1: starting a suspended stream that is not full makes it RUNNING and
 * records a START event.
 *
 * Source: XSH posix_trace_start() DESCRIPTION, XSH 2.11.2 System Trace Event
 * Type Definitions; TRC; shall.
 *
 * The event.
 */
#include "conftest.h"

static void test(void)
{
	static struct ct_event ev;
	trace_id_t trid = ct_stream(NULL);

	EXPECT(posix_trace_start(trid), 0);
	if (!ct_try(trid, &ev) || !ct_is(trid, &ev, POSIX_TRACE_START))
		FAIL("expected a START event; it did not come");
	if (ev.info.posix_truncation_status != POSIX_TRACE_NOT_TRUNCATED)
		FAIL("expected START whole, its truncation status is %d",
				ev.info.posix_truncation_status);
	if (ct_try(trid, &ev) && ct_is(trid, &ev, POSIX_TRACE_START))
		FAIL("expected one START event, two came");
	PASS("one START event was recorded");
}
