/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * SHUT-4: threads blocked in a read wake up and return EINVAL.
 *
 * Source: XSH posix_trace_shutdown() DESCRIPTION; TRC; shall.
 *
 * In posix_trace_getnext_event().
 */
#include "conftest.h"

static trace_id_t trid;
static sem_t ready;
static int result = -1;

static void *reader(void *arg)
{
	static struct ct_event ev;
	int none = 0;

	sem_post(&ready);
	result = posix_trace_getnext_event(trid, &ev.info, ev.data,
			sizeof(ev.data), &ev.len, &none);
	return arg;
}

static void test(void)
{
	pthread_t thread;

	trid = ct_stream(NULL);
	sem_init(&ready, 0, 0);
	thread = ct_thread(reader, NULL);
	sem_wait(&ready);
	CT_WATCH(0);	/* lets it block; without, it finds no stream: EINVAL */
	EXPECT(posix_trace_shutdown(trid), 0);
	ct_join(thread);
	if (result != EINVAL)
		FAIL("expected EINVAL from the blocked reader, got %s",
				ct_error(result));
	PASS("the blocked reader returned EINVAL");
}
