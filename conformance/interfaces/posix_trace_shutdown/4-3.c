/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * SHUT-4: threads blocked in a read wake up and return EINVAL.
 *
 * Source: XSH posix_trace_shutdown() DESCRIPTION; TRC; shall.
 *
 * Several at once.
 */
#include "conftest.h"

#define READERS 4

static trace_id_t trid;
static sem_t ready;
static int results[READERS];

static void *reader(void *arg)
{
	struct posix_trace_event_info info;
	int *result = arg, none = 0;
	char data[8];
	size_t len;

	sem_post(&ready);
	*result = posix_trace_getnext_event(trid, &info, data, sizeof(data),
			&len, &none);
	return NULL;
}

static void test(void)
{
	pthread_t threads[READERS];
	int i;

	trid = ct_stream(NULL);
	sem_init(&ready, 0, 0);
	for (i = 0; i < READERS; i++)
		threads[i] = ct_thread(reader, &results[i]);
	for (i = 0; i < READERS; i++)
		sem_wait(&ready);
	CT_WATCH(0);	/* lets them block; without, they find no stream */
	EXPECT(posix_trace_shutdown(trid), 0);
	for (i = 0; i < READERS; i++)
		ct_join(threads[i]);
	for (i = 0; i < READERS; i++)
		if (results[i] != EINVAL)
			FAIL("expected EINVAL from reader %d, got %s", i,
					ct_error(results[i]));
	PASS("all of %d blocked readers returned EINVAL", READERS);
}
