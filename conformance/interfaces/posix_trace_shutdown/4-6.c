/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * SHUT-4: threads blocked in a read wake up and return EINVAL.
 *
 * Source: XSH posix_trace_shutdown() DESCRIPTION; TRC; shall.
 *
 * Those that wait for events of another stream go on, with a time limit.
 */
#include "conftest.h"

static trace_id_t ended, other;
static sem_t ready;
static int results[2];

/* Wait for event 5 of a stream. */
static int wait_in(trace_id_t trid)
{
	struct posix_trace_event_info info;
	struct timespec late = ct_in(CT_PATIENCE);
	int number, none, err;
	size_t len;

	do {
		number = 0;
		err = posix_trace_timedgetnext_event(trid, &info, &number,
				sizeof(number), &len, &none, &late);
	} while (err == EINTR || (err == 0 && number != 5));
	return err;
}

static void *of_ended(void *arg)
{
	sem_post(&ready);
	results[0] = wait_in(ended);
	return arg;
}

static void *of_other(void *arg)
{
	sem_post(&ready);
	results[1] = wait_in(other);
	return arg;
}

static void test(void)
{
	trace_event_id_t id = ct_type("conformance a");
	pthread_t threads[2];

	ended = ct_running(NULL);
	other = ct_running(NULL);
	sem_init(&ready, 0, 0);
	threads[0] = ct_thread(of_ended, NULL);
	threads[1] = ct_thread(of_other, NULL);
	sem_wait(&ready);
	sem_wait(&ready);
	CT_WATCH(0);	/* lets them block */
	EXPECT(posix_trace_shutdown(ended), 0);
	ct_join(threads[0]);
	CT_WATCH(0);
	ct_fire(id, 5);
	ct_join(threads[1]);
	if (results[0] != EINVAL || results[1] != 0)
		FAIL("expected EINVAL and, of another stream, 0, got %s and %s",
				ct_error(results[0]), ct_error(results[1]));
	PASS("the reader of another stream got its event");
}
