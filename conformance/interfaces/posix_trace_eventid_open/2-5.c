/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * EVOPEN-2: the same name gives the same identifier.
 *
 * Source: XSH posix_trace_eventid_open() DESCRIPTION; TRC; shall.
 *
 * Many threads at once ask for the same new names.
 */
#include "conftest.h"

#define THREADS 4
#define NAMES 20

static trace_event_id_t ids[THREADS][NAMES];
static sem_t go;

static void *opener(void *arg)
{
	trace_event_id_t *mine = arg;
	char name[32];
	int i;

	sem_wait(&go);
	for (i = 0; i < NAMES; i++) {
		snprintf(name, sizeof(name), "conformance %d", i);
		EXPECT(posix_trace_eventid_open(name, &mine[i]), 0);
	}
	return NULL;
}

static void test(void)
{
	trace_id_t trid = ct_stream(NULL);
	pthread_t threads[THREADS];
	int i, j;

	sem_init(&go, 0, 0);
	for (i = 0; i < THREADS; i++)
		threads[i] = ct_thread(opener, ids[i]);
	for (i = 0; i < THREADS; i++)
		sem_post(&go);
	for (i = 0; i < THREADS; i++)
		ct_join(threads[i]);
	for (i = 1; i < THREADS; i++)
		for (j = 0; j < NAMES; j++)
			if (!posix_trace_eventid_equal(trid, ids[0][j], ids[i][j]))
				FAIL("threads 0 and %d have two identifiers "
						"for name %d", i, j);
	PASS("%d threads agree on %d names", THREADS, NAMES);
}
