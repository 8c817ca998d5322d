/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * OPEN-4: everything comes back as it was recorded.
 *
 * Source: XSH posix_trace_shutdown() DESCRIPTION, XSH posix_trace_open()
 * DESCRIPTION; TRL; derived.
 *
 * The thread of events before and after a flush.
 */
#define NEEDS (CT_LOG)
#include "conftest.h"

static void test(void)
{
	static struct ct_event ev;
	trace_event_id_t id = ct_type("conformance a");
	trace_id_t trid = ct_logging_for(20);
	pthread_t self = pthread_self();
	int i;

	for (i = 0; i < 5; i++)
		ct_fire(id, i);
	ct_flush(trid);
	ct_fire(id, 5);
	SETUP(posix_trace_shutdown(trid));
	trid = ct_reopen();
	id = ct_type_in(trid, "conformance a");
	for (i = 0; i < 6; i++) {
		if (!ct_find(ct_read, trid, &ev, id))
			FAIL("expected 6 events in the log, got %d", i);
		if (!pthread_equal(ev.info.posix_thread_id, self))
			FAIL("event %d has not the thread that recorded it", i);
	}
	PASS("the log has the thread of six events");
}
