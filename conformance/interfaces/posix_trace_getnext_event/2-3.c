/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * GET-2: each event is reported once, and its room is free for others.
 *
 * Source: XSH posix_trace_getnext_event() DESCRIPTION; TRC; shall.
 *
 * Of several readers that wait each gets one of as many events.
 */
#include "conftest.h"

#define READERS 3

static trace_id_t trid;
static trace_event_id_t id;
static sem_t ready, done;
static int seen[READERS];

static void *reader(void *arg)
{
	struct posix_trace_event_info info;
	size_t len;
	int none, n;

	sem_post(&ready);
	for (n = -1; n == -1;) {
		EXPECT(posix_trace_getnext_event(trid, &info, &n, sizeof(n),
				&len, &none), 0);
		if (!posix_trace_eventid_equal(trid, info.posix_event_id, id))
			n = -1;
	}
	if (n < 0 || n >= READERS)
		FAIL("an event came that nobody recorded: %d", n);
	seen[n]++;
	sem_post(&done);
	return arg;
}

static void test(void)
{
	static struct ct_event ev;
	pthread_t threads[READERS];
	int i;

	id = ct_type("conformance a");
	trid = ct_running_for(20);
	while (ct_try(trid, &ev))
		;
	sem_init(&ready, 0, 0);
	sem_init(&done, 0, 0);
	for (i = 0; i < READERS; i++)
		threads[i] = ct_thread(reader, NULL);
	for (i = 0; i < READERS; i++)
		sem_wait(&ready);
	CT_WATCH(0);	/* lets them block; without, they find events */
	for (i = 0; i < READERS; i++)
		ct_fire(id, i);
	CT_UNTIL(ct_value(&done) == READERS);
	if (ct_value(&done) != READERS)
		FAIL("expected %d events to wake %d readers, %d are awake",
				READERS, READERS, ct_value(&done));
	for (i = 0; i < READERS; i++)
		ct_join(threads[i]);
	for (i = 0; i < READERS; i++)
		if (seen[i] != 1)
			FAIL("event %d came %d times", i, seen[i]);
	PASS("each of %d readers got one event", READERS);
}
