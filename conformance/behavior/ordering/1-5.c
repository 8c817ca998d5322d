/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * ORD-1: events come oldest first, in the order in which they were
 * generated.
 *
 * Source: XSH posix_trace_getnext_event() DESCRIPTION; TRC; shall.
 *
 * Two threads that take turns, out of a log that was flushed meanwhile.
 */
#define NEEDS (CT_LOG)
#include "conftest.h"

#define ROUNDS 40

static trace_event_id_t id;
static sem_t turn[2];

static void *player(void *arg)
{
	int me = *(int *)arg, i;

	for (i = 0; i < ROUNDS; i++) {
		sem_wait(&turn[me]);
		ct_fire(id, 2 * i + me);
		ct_pause();	/* above any resolution of the order */
		sem_post(&turn[!me]);
	}
	return NULL;
}

static void test(void)
{
	static struct ct_event ev;
	pthread_t threads[2];
	int me[2] = { 0, 1 }, i;
	trace_id_t trid;

	id = ct_type("conformance a");
	sem_init(&turn[0], 0, 1);
	sem_init(&turn[1], 0, 0);
	trid = ct_logging_for(2 * ROUNDS + 100);
	for (i = 0; i < 2; i++)
		threads[i] = ct_thread(player, &me[i]);
	for (i = 0; i < 20; i++) {
		ct_pause();
		SETUP(posix_trace_flush(trid));
	}
	for (i = 0; i < 2; i++)
		ct_join(threads[i]);
	SETUP(posix_trace_shutdown(trid));
	trid = ct_reopen();
	id = ct_type_in(trid, "conformance a");
	for (i = 0; i < 2 * ROUNDS; i++)
		if (!ct_find(ct_read, trid, &ev, id) || ct_number(&ev) != i)
			FAIL("expected event %d, got %d", i, ct_number(&ev));
	PASS("the log has the events in the order of their turns");
}
