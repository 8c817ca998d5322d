/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * EVENT-6: the event says which process and which thread recorded it, from
 * where, and when.
 *
 * Source: XSH 2.11.1 posix_trace_event_info Structure; TRC; shall.
 *
 * The process.
 */
#include "conftest.h"

static void test(void)
{
	static struct ct_event ev;
	trace_event_id_t id = ct_type("conformance a");
	trace_id_t trid = ct_running(NULL);

	ct_fire(id, 1);
	if (!ct_find(ct_try, trid, &ev, id))
		FAIL("expected the event; none came");
	if (ev.info.posix_pid != getpid())
		FAIL("expected pid %ld, got %ld", (long)getpid(),
				(long)ev.info.posix_pid);
	PASS("the event has the pid of this process");
}
