/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * LOGL-1: a LOOP log that is full overwrites its oldest events, so it has
 * the most recently flushed ones.
 *
 * Source: XSH posix_trace_attr_setlogfullpolicy() DESCRIPTION; TRL; shall.
 *
 * Two threads: the newest events of each are there, unbroken.
 */
#define NEEDS (CT_LOG)
#include "conftest.h"

static trace_event_id_t id;
static trace_id_t trid;
static int events = 3000;		/* of each thread, at most ... */
static int done[2];			/* ... and how many there were */

static void *recorder(void *arg)
{
	unsigned char data[128] = "";
	int me = *(int *)arg, i, n;

	for (i = 0; i < events && (i % 40 != 0 || !ct_enough()); i++) {
		n = me * 100000 + i;
		memcpy(data, &n, sizeof(n));
		posix_trace_event(id, data, sizeof(data));
		if (i % 40 == 39)
			SETUP(posix_trace_flush(trid));
	}
	done[me] = i;
	return NULL;
}

static void test(void)
{
	static struct ct_event ev;
	int me[2] = { 0, 1 }, last[2] = { -1, -1 }, i, n, k;
	pthread_t threads[2];
	trace_attr_t attr;

	id = ct_type("conformance a");
	SETUP(posix_trace_attr_init(&attr));
	SETUP(posix_trace_attr_setstreamfullpolicy(&attr, POSIX_TRACE_UNTIL_FULL));
	SETUP(posix_trace_attr_setlogsize(&attr, 65536));
	n = 2 * events;
	trid = ct_logging_of(&attr, &n, 128, ct_file());
	events = n / 2;
	for (i = 0; i < 2; i++)
		threads[i] = ct_thread(recorder, &me[i]);
	for (i = 0; i < 2; i++)
		ct_join(threads[i]);
	SETUP(posix_trace_shutdown(trid));
	trid = ct_reopen();
	id = ct_type_in(trid, "conformance a");
	for (n = 0; ct_find(ct_read, trid, &ev, id); n++) {
		k = ct_number(&ev) / 100000;
		i = ct_number(&ev) % 100000;
		if (k < 0 || k > 1 || (last[k] != -1 && i != last[k] + 1))
			FAIL("event %d of thread %d follows %d", i, k, last[k]);
		last[k] = i;
	}
	if (last[0] != done[0] - 1 && last[1] != done[1] - 1)
		FAIL("expected the newest event of one thread, got %d and %d",
				last[0], last[1]);
	for (k = 0; k < 2; k++)
		if (last[k] != -1 && last[k] != done[k] - 1)
			FAIL("thread %d's newest event is %d of %d", k,
					last[k], done[k]);
	PASS("the newest %d of %d events are in the log", n, done[0] + done[1]);
}
