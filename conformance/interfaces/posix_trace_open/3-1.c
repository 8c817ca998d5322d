/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * OPEN-3: a log can be opened several times at once; the positions are
 * independent.
 *
 * Source: XSH posix_trace_open() DESCRIPTION; TRL; derived.
 */
#define NEEDS (CT_LOG)
#include "conftest.h"

static void test(void)
{
	static struct ct_event ev;
	trace_id_t a = ct_made_log(ct_type("conformance a"), 5);
	trace_id_t b = ct_reopen();
	trace_event_id_t in_a = ct_type_in(a, "conformance a");
	trace_event_id_t in_b = ct_type_in(b, "conformance a");
	int i;

	for (i = 0; i < 3; i++)
		if (!ct_find(ct_read, a, &ev, in_a) || ct_number(&ev) != i)
			FAIL("expected event %d from the first, got "
					"%d", i, ct_number(&ev));
	if (!ct_find(ct_read, b, &ev, in_b) || ct_number(&ev) != 0)
		FAIL("expected event 0 from the second, got %d", ct_number(&ev));
	SETUP(posix_trace_close(b));
	if (!ct_find(ct_read, a, &ev, in_a) || ct_number(&ev) != 3)
		FAIL("expected event 3 from the first, got %d", ct_number(&ev));
	PASS("two readers of one log do not disturb each other");
}
