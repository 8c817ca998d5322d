/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * LOOP-1: a full LOOP stream takes the room of its oldest events, so it
 * always holds the most recent ones.
 *
 * Source: XSH posix_trace_attr_setstreamfullpolicy() DESCRIPTION; TRC; shall.
 *
 * The two that came last are there, however many there were before, also if they are
 * of two threads.
 */
#include "conftest.h"

static trace_event_id_t id;

static void record(int number)
{
	static unsigned char data[64];

	memcpy(data, &number, sizeof(number));
	posix_trace_event(id, data, sizeof(data));
}

static void *recorder(void *arg)
{
	record(*(int *)arg);
	return NULL;
}

static void test(void)
{
	static struct ct_event ev;
	trace_attr_t attr;
	trace_id_t trid;
	int n, i, k, last;

	id = ct_type("conformance a");
	ct_attr(&attr, POSIX_TRACE_LOOP, 30, 64);
	trid = ct_running(&attr);
	n = ct_fill(trid, id, 64);
	if (n < 8)
		UNTESTED("the stream holds %d events", n);
	/* Each number at which it could become full. */
	for (k = n / 2; k < n + n / 2 + 4; k += n > 200 ? n / 100 : 1) {
		SETUP(posix_trace_clear(trid));
		for (i = 0; i < k; i++)
			record(i);
		ct_join(ct_thread(recorder, &k));
		for (i = last = 0; ct_find(ct_try, trid, &ev, id); i++)
			last = ct_number(&ev);
		if (i < 2 || last != k)
			FAIL("expected the last two of %d events, %d came, the "
					"newest is %d", k + 1, i, last);
	}
	PASS("the last events of two threads are always there");
}
