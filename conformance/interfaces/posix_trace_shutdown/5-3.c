/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * SHUT-5: all events that were not flushed are flushed first.
 *
 * Source: XSH posix_trace_shutdown() DESCRIPTION; TRL; shall.
 *
 * Events of threads that have ended.
 */
#define NEEDS (CT_LOG)
#include "conftest.h"

static trace_event_id_t id;

static void *recorder(void *arg)
{
	ct_fire(id, *(int *)arg);
	return NULL;
}

static void test(void)
{
	trace_id_t trid;
	int i, n;

	id = ct_type("conformance a");
	trid = ct_logging_for(20);
	for (i = 0; i < 20; i++)
		ct_join(ct_thread(recorder, &i));
	EXPECT(posix_trace_shutdown(trid), 0);
	trid = ct_reopen();
	id = ct_type_in(trid, "conformance a");
	n = ct_count(ct_read, trid, id);
	if (n != 20)
		FAIL("expected the events of 20 threads in the log, got %d", n);
	PASS("the log has the events of 20 threads");
}
