/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * PROC-8: a child of the controller does not shut the parent's streams down
 * when it ends, nor complete its log.
 *
 * Source: XSH fork() DESCRIPTION, XSH posix_trace_shutdown() DESCRIPTION; TRC;
 * derived.
 *
 * By exit(), with the handlers it has inherited.
 */
#define NEEDS (CT_LOG)
#include "conftest.h"

static void test(void)
{
	trace_event_id_t id = ct_type("conformance a");
	trace_id_t trid = ct_logging_for(6);
	pid_t pid;
	int i, n;

	ct_fire(id, 0);
	for (i = 1; i <= 5; i++) {
		pid = ct_fork();
		if (pid == 0)
			exit(CT_DONE);
		ct_reap(pid);
		ct_fire(id, i);
	}
	if (ct_status(trid).posix_stream_status != POSIX_TRACE_RUNNING)
		FAIL("a child's exit stopped the stream");
	SETUP(posix_trace_shutdown(trid));
	trid = ct_reopen();
	id = ct_type_in(trid, "conformance a");
	n = ct_count(ct_read, trid, id);
	if (n != 6)
		FAIL("expected six events in the log, got %d", n);
	PASS("five children ended without touching the log");
}
