/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * OPEN-1: a descriptor open for reading on a log gives a pre-recorded
 * stream, at its oldest event.
 *
 * Source: XSH posix_trace_open() DESCRIPTION; TRL; shall.
 *
 * Another process opens it.
 */
#define NEEDS (CT_LOG)
#include "conftest.h"

static void test(void)
{
	trace_event_id_t id = ct_type("conformance a");
	trace_id_t trid = ct_logging_for(10);
	pid_t pid;
	int n;

	for (n = 0; n < 10; n++)
		ct_fire(id, n);
	SETUP(posix_trace_shutdown(trid));
	pid = ct_fork();
	if (pid == 0) {
		trid = ct_reopen();
		n = ct_count(ct_read, trid, ct_type_in(trid,
				"conformance a"));
		if (n != 10)
			FAIL("expected ten events in another process, got %d", n);
		_exit(CT_DONE);
	}
	ct_reap(pid);
	PASS("another process read the log");
}
