/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * LOOP-1: a full LOOP stream takes the room of its oldest events, so it
 * always holds the most recent ones.
 *
 * Source: XSH posix_trace_attr_setstreamfullpolicy() DESCRIPTION; TRC; shall.
 *
 * However many events there were, the one before the last is still there: room is
 * never made by dropping all.
 */
#include "conftest.h"

/* The number of the event before the newest in a stream that got n, or -1. */
static int before_last(trace_id_t trid, trace_event_id_t id, int n)
{
	static struct ct_event ev;
	static unsigned char data[64];
	int i, before = -1, last = -1;

	SETUP(posix_trace_clear(trid));
	for (i = 0; i < n; i++) {
		memcpy(data, &i, sizeof(i));
		posix_trace_event(id, data, sizeof(data));
	}
	while (ct_find(ct_try, trid, &ev, id)) {
		before = last;
		last = ct_number(&ev);
	}
	if (last != n - 1)
		FAIL("expected the last of %d events to be there, the newest "
				"is %d", n, last);
	return before;
}

static void test(void)
{
	trace_event_id_t id = ct_type("conformance a");
	trace_attr_t attr;
	trace_id_t trid;
	int n, i, before;

	ct_attr(&attr, POSIX_TRACE_LOOP, 30, 64);
	trid = ct_running(&attr);
	n = ct_fill(trid, id, 64);
	if (n < 8)
		UNTESTED("the stream holds %d events", n);
	/* Each number at which it could become full. */
	for (i = n / 2; i < n + n / 2 + 4; i += n > 200 ? n / 100 : 1) {
		before = before_last(trid, id, i);
		if (before != i - 2)
			FAIL("expected the last two of %d events, before the "
					"last one is %d", i, before);
	}
	PASS("the last two events are always there");
}
