/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * EVENT-10: the unnamed event type can be recorded, with any data.
 *
 * Source: XSH 2.11.2 User Trace Event Type Definitions; TRC; shall.
 */
#include "conftest.h"

static void test(void)
{
	static struct ct_event ev;
	trace_id_t trid = ct_running(NULL);

	posix_trace_event(CT_UNNAMED, "unnamed", 7);
	if (!ct_find(ct_try, trid, &ev, CT_UNNAMED))
		FAIL("expected an event of the unnamed type; none came");
	if (ev.len != 7 || memcmp(ev.data, "unnamed", 7) != 0)
		FAIL("expected \"unnamed\", got %zu bytes", ev.len);
	PASS("an unnamed event was recorded");
}
