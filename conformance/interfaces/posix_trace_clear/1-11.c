/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * CLEAR-1: all events recorded before are gone, and the stream is not full.
 *
 * Source: XSH posix_trace_clear() DESCRIPTION; TRC; shall.
 *
 * Nor does RESUME come of a loss whose OVERFLOW was read, of a stopped
 * stream, again and again.
 */
#include "conftest.h"

static void test(void)
{
	static struct ct_event ev;
	trace_event_id_t id = ct_type("conformance a");
	trace_attr_t attr;
	trace_id_t trid;
	int i, k, n;

	ct_attr(&attr, POSIX_TRACE_LOOP, 20, 64);
	trid = ct_stream(&attr);
	for (k = 0; k < 3; k++) {
		SETUP(posix_trace_start(trid));
		n = ct_fill(trid, id, 64);
		for (i = 0; i < 2 * n; i++)
			ct_fire(id, i);
		if (!ct_find(ct_try, trid, &ev, POSIX_TRACE_OVERFLOW))
			UNRESOLVED("no OVERFLOW came");
		SETUP(posix_trace_stop(trid));
		EXPECT(posix_trace_clear(trid), 0);
		SETUP(posix_trace_start(trid));
		ct_fire(id, -1);
		while (ct_try(trid, &ev)) {
			if (ct_is(trid, &ev, POSIX_TRACE_RESUME) ||
			    ct_is(trid, &ev, POSIX_TRACE_OVERFLOW))
				FAIL("expected no RESUME of a loss before the "
						"clear at round %d", k);
			if (ct_is(trid, &ev, id) && ct_number(&ev) != -1)
				FAIL("expected no event of before the clear, "
						"got %d", ct_number(&ev));
		}
	}
	PASS("three losses were forgotten by three clears");
}
