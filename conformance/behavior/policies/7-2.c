/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * UF-1: an UNTIL_FULL stream that is exhausted stops by itself: SUSPENDED
 * and FULL.
 *
 * Source: XSH posix_trace_attr_setstreamfullpolicy() DESCRIPTION, XSH 2.11.1
 * posix_trace_status_info Structure; TRC; shall.
 *
 * The oldest events stay, the newest are lost.
 */
#include "conftest.h"

static void test(void)
{
	static struct ct_event ev;
	trace_event_id_t id = ct_type("conformance a");
	trace_attr_t attr;
	trace_id_t trid;
	int i, n, k;

	ct_attr(&attr, POSIX_TRACE_UNTIL_FULL, 20, 64);
	trid = ct_running(&attr);
	n = ct_fill(trid, id, 64);
	for (i = 0; i < 2 * n; i++)
		ct_fire(id, n + i);
	for (k = 0; ct_try(trid, &ev) && !ct_is(trid, &ev, POSIX_TRACE_STOP);) {
		if (!ct_is(trid, &ev, id))
			continue;
		if (ct_number(&ev) != k)
			FAIL("expected event %d, got %d", k, ct_number(&ev));
		k++;
	}
	if (k < 20)
		FAIL("expected at least the 20 events that were promised "
				"room, got %d", k);
	PASS("the first %d of %d events stayed", k, 3 * n);
}
