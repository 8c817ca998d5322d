/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * FLUSH-E1: EINVAL when trid is not an active stream with log.
 *
 * Source: XSH posix_trace_flush() ERRORS; TRL; shall.
 *
 * A suspended stream without log that has events, which stay.
 */
#define NEEDS (CT_LOG)
#include "conftest.h"

static void test(void)
{
	trace_event_id_t id = ct_type("conformance a");
	trace_attr_t attr;
	trace_id_t trid;
	int n;

	ct_attr(&attr, POSIX_TRACE_UNTIL_FULL, 20, 64);
	trid = ct_running(&attr);
	ct_fire(id, 1);
	ct_fire(id, 2);
	SETUP(posix_trace_stop(trid));
	EXPECT(posix_trace_flush(trid), EINVAL);
	n = ct_count(ct_try, trid, id);
	if (n != 2)
		FAIL("expected both events after the error, got %d", n);
	PASS("a suspended stream without log gave EINVAL, and kept its events");
}
