/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * READ-20: the pid of START in a stream of another process is that of the
 * traced process, as every event's, or that of the controller, which generated
 * it.
 *
 * Source: XSH 2.11.1 posix_trace_event_info Structure, XBD 4.19 Tracing; TRC;
 * disputed.
 */
#include "conftest.h"

static void test(void)
{
	static struct ct_event ev;
	struct ct_pipe over = ct_pipe();
	trace_id_t trid;
	pid_t pid = ct_fork();
	int err;

	if (pid == 0) {
		ct_hear(over);
		_exit(CT_DONE);
	}
	CT_UNTIL((err = posix_trace_create(pid, NULL, &trid)) != EAGAIN);
	ct_setup("posix_trace_create", err);
	SETUP(posix_trace_start(trid));
	if (!ct_find(ct_try, trid, &ev, POSIX_TRACE_START))
		UNRESOLVED("there is no START");
	ct_tell(over);
	ct_reap(pid);
	ADVISORY("the pid of START is that of %s",
			ev.info.posix_pid == pid ? "the traced process" :
			ev.info.posix_pid == getpid() ? "the controller" :
			"neither process");
}
