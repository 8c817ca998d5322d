/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * INFO-2: a control event that this process asked for, tracing itself, has
 * its pid.
 *
 * Source: XSH 2.11.1 posix_trace_event_info Structure, XBD 4.19 Tracing;
 * TRC; shall.
 *
 * In a log, which the shutdown has ended.
 */
#define NEEDS (CT_LOG)
#include "conftest.h"

static void test(void)
{
	static struct ct_event ev;
	trace_id_t trid = ct_logging(NULL, ct_file());
	int n = 0;

	SETUP(posix_trace_shutdown(trid));
	trid = ct_reopen();
	while (ct_read(trid, &ev)) {
		if (!ct_is(trid, &ev, POSIX_TRACE_START) &&
		    !ct_is(trid, &ev, POSIX_TRACE_STOP))
			continue;
		if (ev.info.posix_pid != getpid())
			FAIL("expected pid %ld, got %ld", (long)getpid(),
					(long)ev.info.posix_pid);
		n++;
	}
	if (n != 2)
		FAIL("expected START and STOP in the log, got %d", n);
	PASS("START and STOP of the log have the pid of this process");
}
