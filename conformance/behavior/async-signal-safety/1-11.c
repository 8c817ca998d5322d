/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * ASYNC-1: posix_trace_event() is async-signal-safe.
 *
 * Source: XSH 2.4.3 Signal Actions; TRC; shall.
 *
 * One handler is interrupted by another.
 */
#include "conftest.h"

static trace_event_id_t id;

static void inner(int sig)
{
	(void)sig;
	ct_fire(id, 2);
}

static void outer(int sig)
{
	(void)sig;
	ct_fire(id, 1);
	raise(SIGUSR2);
	ct_fire(id, 3);
}

static void test(void)
{
	static struct ct_event ev;
	struct sigaction sa;
	trace_id_t trid;
	int i;

	memset(&sa, 0, sizeof(sa));
	sa.sa_handler = outer;
	SYSTEM(sigaction(SIGUSR1, &sa, NULL));
	sa.sa_handler = inner;
	SYSTEM(sigaction(SIGUSR2, &sa, NULL));
	id = ct_type("conformance a");
	trid = ct_running(NULL);
	ct_fire(id, 0);
	SYSTEM(raise(SIGUSR1));
	ct_fire(id, 4);
	for (i = 0; i < 5; i++)
		if (!ct_find(ct_try, trid, &ev, id) || ct_number(&ev) != i)
			FAIL("expected event %d, got %d", i, ct_number(&ev));
	PASS("nested handlers recorded in order");
}
