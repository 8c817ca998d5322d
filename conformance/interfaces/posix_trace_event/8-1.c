/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * EVENT-12: the data is copied before the call returns.
 *
 * Source: XSH posix_trace_event() DESCRIPTION; TRC; derived.
 */
#include "conftest.h"

static void test(void)
{
	static struct ct_event ev;
	trace_event_id_t id = ct_type("conformance a");
	trace_id_t trid = ct_running_for(10);
	int number;

	for (number = 0; number < 10; number++)
		posix_trace_event(id, &number, sizeof(number));
	number = -5;
	for (number = 0; number < 10; number++)
		if (!ct_find(ct_try, trid, &ev, id) || ct_number(&ev) != number)
			FAIL("expected %d, got %d", number, ct_number(&ev));
	PASS("each event has the value of its time");
}
