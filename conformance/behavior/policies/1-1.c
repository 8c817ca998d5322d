/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * LOOP-1: a full LOOP stream takes the room of its oldest events, so it
 * always holds the most recent ones.
 *
 * Source: XSH posix_trace_attr_setstreamfullpolicy() DESCRIPTION; TRC; shall.
 *
 * What is left is an unbroken sequence that ends with the last event.
 */
#include "conftest.h"

static void test(void)
{
	static struct ct_event ev;
	trace_event_id_t id = ct_type("conformance a");
	trace_attr_t attr;
	trace_id_t trid;
	int n, i, first = -1, last = -1;

	ct_attr(&attr, POSIX_TRACE_LOOP, 30, 64);
	trid = ct_running(&attr);
	n = ct_fill(trid, id, 64);
	SETUP(posix_trace_clear(trid));
	n = 3 * n + 7;
	for (i = 0; i < n; i++)
		ct_fire(id, i);
	SETUP(posix_trace_stop(trid));
	while (ct_find(ct_try, trid, &ev, id)) {
		i = ct_number(&ev);
		if (first == -1)
			first = i;
		else if (i != last + 1)
			FAIL("expected event %d after %d, got %d", last + 1, last, i);
		last = i;
	}
	if (last != n - 1)
		FAIL("expected the last of %d events to be there, the newest "
				"is %d", n, last);
	PASS("the stream has events %d to %d of %d", first, last, n);
}
