/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * LOOP-1: a full LOOP stream takes the room of its oldest events, so it
 * always holds the most recent ones.
 *
 * Source: XSH posix_trace_attr_setstreamfullpolicy() DESCRIPTION; TRC; shall.
 *
 * Events of 64 bytes, many times round.
 */
#include "conftest.h"

static void test(void)
{
	static struct ct_event ev;
	static unsigned char data[64];
	trace_event_id_t id = ct_type("conformance a");
	trace_attr_t attr;
	trace_id_t trid;
	int n, i, next = -1;

	ct_attr(&attr, POSIX_TRACE_LOOP, 30, 64);
	trid = ct_running(&attr);
	n = 20 * ct_fill(trid, id, 64);
	for (i = 0; i < n; i++) {
		memcpy(data, &i, sizeof(i));
		posix_trace_event(id, data, 1 + sizeof(i) + (size_t)i % 59);
	}
	SETUP(posix_trace_stop(trid));
	while (ct_find(ct_try, trid, &ev, id)) {
		i = ct_number(&ev);
		if (next != -1 && i != next)
			FAIL("expected event %d, got %d", next, i);
		if (ev.len != 1 + sizeof(i) + (size_t)i % 59)
			FAIL("event %d has %zu bytes", i, ev.len);
		next = i + 1;
	}
	if (next != n)
		FAIL("expected the last of %d events to be there, the newest "
				"is %d", n, next - 1);
	PASS("after twenty rounds the newest events are there");
}
