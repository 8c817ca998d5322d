/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * GET-3: on an active stream without an event the call waits for one, also
 * when the stream does not run.
 *
 * Source: XSH posix_trace_getnext_event() DESCRIPTION; TRC; shall.
 *
 * Events come one at a time to a reader that is always waiting.
 */
#include "conftest.h"

#define EVENTS 300

static trace_id_t trid;
static trace_event_id_t id;
static sem_t got;

static void *reader(void *arg)
{
	static struct ct_event ev;
	int i;

	for (i = 0; i < EVENTS; i++) {
		if (!ct_find(ct_read, trid, &ev, id) || ct_number(&ev) != i)
			FAIL("expected event %d, got %d", i, ct_number(&ev));
		sem_post(&got);
	}
	return arg;
}

static void test(void)
{
	pthread_t thread;
	int i;

	id = ct_type("conformance a");
	trid = ct_running(NULL);
	sem_init(&got, 0, 0);
	thread = ct_thread(reader, NULL);
	for (i = 0; i < EVENTS; i++) {
		ct_fire(id, i);
		sem_wait(&got);
	}
	ct_join(thread);
	PASS("each of %d events woke the reader", EVENTS);
}
