/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * SHUT-4: threads blocked in a read wake up and return EINVAL.
 *
 * Source: XSH posix_trace_shutdown() DESCRIPTION; TRC; shall.
 *
 * Several at once, some of which wait for a time.
 */
#include "conftest.h"

#define READERS 6

static trace_id_t trid;
static sem_t ready;
static int results[READERS];

static void *reader(void *arg)
{
	struct posix_trace_event_info info;
	struct timespec ts = ct_in(3600);
	int *result = arg, none = 0;
	size_t len;

	sem_post(&ready);
	*result = (result - results) % 2 != 0 ?
		posix_trace_getnext_event(trid, &info, NULL, 0, &len, &none) :
		posix_trace_timedgetnext_event(trid, &info, NULL, 0, &len,
				&none, &ts);
	sem_post(&ready);
	return NULL;
}

static void test(void)
{
	static struct ct_event ev;
	pthread_t threads[READERS];
	int i;

	trid = ct_running(NULL);
	SETUP(posix_trace_stop(trid));
	while (ct_try(trid, &ev))
		;
	sem_init(&ready, 0, 0);
	for (i = 0; i < READERS; i++)
		threads[i] = ct_thread(reader, &results[i]);
	for (i = 0; i < READERS; i++)
		sem_wait(&ready);
	CT_WATCH(0);	/* lets them block; without, they find no stream */
	EXPECT(posix_trace_shutdown(trid), 0);
	CT_UNTIL(ct_value(&ready) == READERS);
	if (ct_value(&ready) != READERS)
		FAIL("expected %d readers to wake up, %d are awake", READERS,
				ct_value(&ready));
	for (i = 0; i < READERS; i++)
		ct_join(threads[i]);
	for (i = 0; i < READERS; i++)
		if (results[i] != EINVAL)
			FAIL("expected EINVAL from reader %d, got %s", i,
					ct_error(results[i]));
	PASS("all of %d blocked readers returned EINVAL", READERS);
}
