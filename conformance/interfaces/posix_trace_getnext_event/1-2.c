/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * GET-1: the oldest event that was not reported yet is reported, with its
 * data, and *unavailable zero.
 *
 * Source: XSH posix_trace_getnext_event() DESCRIPTION; TRC; shall.
 *
 * Oldest first.
 */
#include "conftest.h"

static void test(void)
{
	static struct ct_event ev;
	trace_event_id_t id = ct_type("conformance a");
	trace_id_t trid = ct_running_for(30);
	int i;

	for (i = 0; i < 30; i++)
		ct_fire(id, i);
	for (i = 0; i < 30; i++)
		if (!ct_find(ct_read, trid, &ev, id) || ct_number(&ev) != i)
			FAIL("expected event %d, got %d", i, ct_number(&ev));
	PASS("30 events came in order");
}
