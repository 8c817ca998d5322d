/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * LOOP-1: a full LOOP stream takes the room of its oldest events, so it
 * always holds the most recent ones.
 *
 * Source: XSH posix_trace_attr_setstreamfullpolicy() DESCRIPTION; TRC; shall.
 *
 * Events of up to 64 bytes, many times round, with their data.
 */
#include "conftest.h"

static unsigned char data[64];

/* The data of event i; returns their length. */
static size_t make(int i)
{
	size_t k;

	memcpy(data, &i, sizeof(i));
	for (k = sizeof(i); k < sizeof(data); k++)
		data[k] = (unsigned char)((size_t)i + 3 * k);
	return 1 + sizeof(i) + (size_t)i % 59;
}

/* Read what is left of events up to number n - 1. */
static void check(trace_id_t trid, trace_event_id_t id, int n)
{
	static struct ct_event ev;
	int next = -1;
	size_t len;

	while (ct_find(ct_try, trid, &ev, id)) {
		if (next != -1 && ct_number(&ev) != next)
			FAIL("expected event %d, got %d", next, ct_number(&ev));
		next = ct_number(&ev);
		len = make(next);
		if (ev.len != len || memcmp(ev.data, data, len) != 0)
			FAIL("event %d has %zu bytes, or others than those of "
					"the call", next, ev.len);
		next++;
	}
	if (next != n)
		FAIL("expected the last of %d events to be there, the newest "
				"is %d", n, next - 1);
}

static void test(void)
{
	trace_event_id_t id = ct_type("conformance a");
	trace_attr_t attr;
	trace_id_t trid;
	int n, i, round;
	size_t len;

	ct_attr(&attr, POSIX_TRACE_LOOP, 30, 64);
	trid = ct_running(&attr);
	n = 3 * ct_fill(trid, id, 64);
	SETUP(posix_trace_clear(trid));
	for (round = i = 0; round < 20; round++) {
		for (; i < (round + 1) * n; i++) {
			len = make(i);
			posix_trace_event(id, data, len);
		}
		check(trid, id, i);
	}
	PASS("in each of twenty rounds the newest events were there");
}
