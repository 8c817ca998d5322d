/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * THR-1: every function may be called by several threads at once.
 *
 * Source: XSH 2.9.1 Thread-Safety; TRC; shall.
 *
 * Two threads flush at once: nothing comes twice.
 */
#define NEEDS (CT_LOG)
#include "conftest.h"

static trace_id_t trid;

static void *flusher(void *arg)
{
	int i;

	for (i = 0; i < 100 && !ct_enough(); i++)
		EXPECT(posix_trace_flush(trid), 0);
	return arg;
}

static void test(void)
{
	static struct ct_event ev;
	trace_event_id_t id = ct_type("conformance a");
	pthread_t threads[2];
	int i;

	trid = ct_logging_for(2000);
	threads[0] = ct_thread(flusher, NULL);
	threads[1] = ct_thread(flusher, NULL);
	for (i = 0; i < 1000; i++)
		ct_fire(id, i);
	ct_join(threads[0]);
	ct_join(threads[1]);
	SETUP(posix_trace_shutdown(trid));
	trid = ct_reopen();
	id = ct_type_in(trid, "conformance a");
	for (i = 0; i < 1000; i++)
		if (!ct_find(ct_read, trid, &ev, id) || ct_number(&ev) != i)
			FAIL("expected event %d, got %d", i, ct_number(&ev));
	if (ct_find(ct_read, trid, &ev, id))
		FAIL("expected 1000 events, also got %d", ct_number(&ev));
	PASS("two threads that flush left 1000 events in order");
}
