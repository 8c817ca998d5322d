/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * EVENT-7: an event of a handler that interrupts posix_trace_event() harms
 * no other: the data of both is whole.
 *
 * Source: XSH 2.4.3 Signal Actions; TRC; shall.
 *
 * Data of a hundred bytes, each of one value.
 */
#include "confsignal.h"

static void handler(int sig)
{
	unsigned char data[100];

	(void)sig;
	memset(data, 0xee, sizeof(data));
	posix_trace_event(handler_id, data, sizeof(data));
	handled++;
}

static void test(void)
{
	trace_id_t trid = ct_interrupted(POSIX_TRACE_UNTIL_FULL, 41500, 100,
			handler, 1500);
	static struct ct_event ev;
	unsigned char data[100];
	size_t i;
	int n = 0, h = 0;

	for (; !over && n < ct_others; n++) {
		memset(data, n % 200, sizeof(data));
		posix_trace_event(id, data, sizeof(data));
	}
	ct_left_alone();
	while (ct_try(trid, &ev)) {
		int mine = ct_is(trid, &ev, id) != 0;
		int handlers = ct_is(trid, &ev, handler_id) != 0;

		n -= mine;
		h += handlers;
		if ((mine || handlers) && ev.len != sizeof(data))
			FAIL("expected 100 bytes, got %zu", ev.len);
		for (i = 1; (mine || handlers) && i < ev.len; i++)
			if (ev.data[i] != ev.data[0] ||
			    (ev.data[i] == 0xee) != handlers)
				FAIL("the data of two events was mixed");
	}
	if (n != 0 || h != handled)
		FAIL("%d events and %d of the handler are missing", n, handled - h);
	PASS("events and %d of the handler came whole", h);
}
