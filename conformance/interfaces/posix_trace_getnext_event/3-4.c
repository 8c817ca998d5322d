/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * GET-3: on an active stream without an event the call waits for one, also
 * when the stream does not run.
 *
 * Source: XSH posix_trace_getnext_event() DESCRIPTION; TRC; shall.
 *
 * An event of another process ends the wait.
 */
#define NEEDS (CT_INHERIT)
#include "confheir.h"

static void test(void)
{
	trace_event_id_t id = ct_type("conformance a");
	static struct ct_event ev;
	trace_id_t trid;
	pid_t pid;

	trid = ct_running_inherited();
	while (ct_try(trid, &ev))
		;
	pid = ct_fork();
	if (pid == 0) {
		CT_WATCH(0);	/* lets the parent block; it need not */
		ct_fire(id, 5);
		_exit(CT_DONE);
	}
	if (!ct_find(ct_read, trid, &ev, id) || ct_number(&ev) != 5)
		FAIL("expected the event of the child, got %d", ct_number(&ev));
	ct_reap(pid);
	PASS("the event of another process ended the wait");
}
