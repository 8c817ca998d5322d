/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * EVENT-6: the event says which process and which thread recorded it, from
 * where, and when.
 *
 * Source: XSH 2.11.1 posix_trace_event_info Structure; TRC; shall.
 *
 * The thread that records, not the one that reads.
 */
#include "conftest.h"

static trace_id_t trid;
static trace_event_id_t id;
static pthread_t mine;

static void *reader(void *arg)
{
	static struct ct_event ev;
	int i;

	for (i = 0; i < 3; i++) {
		if (!ct_find(ct_try, trid, &ev, id))
			FAIL("expected 3 events, got %d", i);
		if (!pthread_equal(ev.info.posix_thread_id, mine))
			FAIL("event %d has not the thread that recorded it", i);
	}
	return arg;
}

static void test(void)
{
	int i;

	id = ct_type("conformance a");
	trid = ct_running_for(20);
	mine = pthread_self();
	for (i = 0; i < 3; i++)
		ct_fire(id, i);
	ct_join(ct_thread(reader, NULL));
	PASS("another thread read events of this one");
}
