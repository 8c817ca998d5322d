/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * ASYNC-1: posix_trace_event() is async-signal-safe.
 *
 * Source: XSH 2.4.3 Signal Actions; TRC; shall.
 *
 * A handler that runs while the thread does nothing else.
 */
#include "conftest.h"

static trace_event_id_t id;

static void handler(int sig)
{
	ct_fire(id, sig);
}

static void test(void)
{
	static struct ct_event ev;
	struct sigaction sa;
	trace_id_t trid;

	memset(&sa, 0, sizeof(sa));
	sa.sa_handler = handler;
	SYSTEM(sigaction(SIGUSR1, &sa, NULL));
	id = ct_type("conformance a");
	trid = ct_running(NULL);
	SYSTEM(raise(SIGUSR1));
	if (!ct_find(ct_try, trid, &ev, id) || ct_number(&ev) != SIGUSR1)
		FAIL("expected the event of the handler; it did not come");
	PASS("the event of the handler came");
}
