/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * EVENT-6: the event says which process and which thread recorded it, from
 * where, and when.
 *
 * Source: XSH 2.11.1 posix_trace_event_info Structure; TRC; shall.
 *
 * The pid, when a child records into the stream that it inherits.
 */
#define NEEDS (CT_INHERIT)
#include "confheir.h"

static void test(void)
{
	static struct ct_event ev;
	trace_event_id_t id = ct_type("conformance a");
	struct ct_heir heir = ct_heir_between(id);

	while (ct_find(ct_try, heir.trid, &ev, id)) {
		pid_t want = ct_number(&ev) == 1 ? heir.pid : getpid();

		if (ev.info.posix_pid != want)
			FAIL("expected pid %ld in event %d, got %ld", (long)want,
					ct_number(&ev), (long)ev.info.posix_pid);
		if (ct_number(&ev) == 2)
			PASS("each event has the pid of its process");
	}
	FAIL("expected event 2; it did not come");
}
