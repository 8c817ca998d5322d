/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * LOOP-2: being full does not stop a LOOP stream.
 *
 * Source: XSH posix_trace_attr_setstreamfullpolicy() DESCRIPTION; TRC; shall.
 *
 * No STOP is recorded when it gets full.
 */
#include "conftest.h"

static void test(void)
{
	static struct ct_event ev;
	trace_event_id_t id = ct_type("conformance a");
	trace_attr_t attr;
	trace_id_t trid;
	int i, n;

	ct_attr(&attr, POSIX_TRACE_LOOP, 20, 64);
	trid = ct_running(&attr);
	n = ct_fill(trid, id, 64);
	for (i = 0; i < n; i++)
		ct_fire(id, i);
	if (ct_find(ct_try, trid, &ev, POSIX_TRACE_STOP))
		FAIL("a LOOP stream recorded STOP, data %d, when it got "
				"full", ct_number(&ev));
	PASS("no STOP was recorded");
}
