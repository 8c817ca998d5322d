/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * UF-2: after the last recorded event the reader sees STOP with data other
 * than 0.
 *
 * Source: XSH posix_trace_attr_setstreamfullpolicy() DESCRIPTION, XSH 2.11.2
 * System Trace Event Type Definitions; TRC; shall.
 */
#include "conftest.h"

static void test(void)
{
	static struct ct_event ev;
	trace_event_id_t id = ct_type("conformance a");
	trace_attr_t attr;
	trace_id_t trid;
	int i, n;

	ct_attr(&attr, POSIX_TRACE_UNTIL_FULL, 20, 64);
	trid = ct_running(&attr);
	n = ct_fill(trid, id, 64);
	for (i = 0; i < 16; i++)
		ct_fire(id, n + i);
	if (!ct_find(ct_try, trid, &ev, POSIX_TRACE_STOP))
		FAIL("expected STOP at the end of a full stream; none came");
	if (ev.len != sizeof(int) || ct_number(&ev) == 0)
		FAIL("expected an int other than 0, got %zu bytes, "
				"%d", ev.len, ct_number(&ev));
	PASS("STOP came with data %d", ct_number(&ev));
}
