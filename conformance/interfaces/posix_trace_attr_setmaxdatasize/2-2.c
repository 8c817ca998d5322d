/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * ASIZE-8: the size bounds the data of posix_trace_event(); more is cut off.
 *
 * Source: XSH posix_trace_attr_setmaxdatasize() DESCRIPTION, XSH
 * posix_trace_event() DESCRIPTION; TRC; shall.
 *
 * The data of system events is not user data: with a small size START is
 * whole.
 */
#define NEEDS (CT_FILTER)
#include "conftest.h"

static void test(void)
{
	static struct ct_event ev;
	trace_attr_t attr;
	trace_id_t trid;

	SETUP(posix_trace_attr_init(&attr));
	EXPECT(posix_trace_attr_setmaxdatasize(&attr, 8), 0);
	trid = ct_running(&attr);
	if (!ct_find(ct_try, trid, &ev, POSIX_TRACE_START))
		FAIL("expected a START event; none came");
	if (ev.len != sizeof(trace_event_set_t) ||
	    ev.info.posix_truncation_status != POSIX_TRACE_NOT_TRUNCATED)
		FAIL("expected START with %zu whole bytes, got %zu and truncation %d",
				sizeof(trace_event_set_t), ev.len,
				ev.info.posix_truncation_status);
	PASS("START has its whole filter when user data is bounded to 8");
}
