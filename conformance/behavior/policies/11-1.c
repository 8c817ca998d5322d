/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * UF-4: the room of reported events is used again.
 *
 * Source: XSH posix_trace_attr_setstreamfullpolicy() DESCRIPTION; TRC; shall.
 */
#include "conftest.h"

static void test(void)
{
	static struct ct_event ev;
	trace_event_id_t id = ct_type("conformance a");
	trace_attr_t attr;
	trace_id_t trid;
	int round, i, n;

	ct_attr(&attr, POSIX_TRACE_UNTIL_FULL, 20, 64);
	trid = ct_running(&attr);
	for (round = 0; round < 10; round++) {
		ct_fill(trid, id, 64);
		while (ct_try(trid, &ev))
			;
		for (i = 0; i < 20; i++)
			ct_fire(id, i);
		n = ct_count(ct_try, trid, id);
		if (n != 20)
			FAIL("expected 20 events after emptying %d, got "
					"%d", round, n);
	}
	PASS("ten times the room was used again");
}
