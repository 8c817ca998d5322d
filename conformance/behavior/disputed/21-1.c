/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * READ-21: a handler that was installed with SA_RESTART ends the wait of a
 * read with EINTR, as its page says, or does not.
 *
 * Source: XSH posix_trace_getnext_event() ERRORS, XSH sigaction() DESCRIPTION;
 * TRC; disputed.
 */
#include "conftest.h"

static pthread_t reader;

static void handler(int sig)
{
	(void)sig;
}

static void *interrupt(void *arg)
{
	for (;;) {
		ct_pause();
		pthread_kill(reader, SIGUSR1);
	}
	return arg;
}

static void test(void)
{
	struct posix_trace_event_info info;
	struct timespec end;
	struct sigaction sa;
	trace_id_t trid;
	size_t len;
	int none, err;

	memset(&sa, 0, sizeof(sa));
	sa.sa_handler = handler;
	sa.sa_flags = SA_RESTART;
	SYSTEM(sigaction(SIGUSR1, &sa, NULL));
	trid = ct_stream(NULL);
	reader = pthread_self();
	ct_thread(interrupt, NULL);
	end = ct_in(1);
	err = posix_trace_timedgetnext_event(trid, &info, NULL, 0, &len, &none,
			&end);
	ADVISORY("a read that SA_RESTART applies to gives %s", ct_error(err));
}
