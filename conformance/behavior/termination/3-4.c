/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * EXEC-1: a traced process that calls exec goes on being traced into the
 * same stream; the map of names is new.
 *
 * Source: XSH exec DESCRIPTION; TRC; shall.
 *
 * Each of several streams goes on.
 */
#include "confexec.h"

static void test(void)
{
	static struct ct_event ev;
	const trace_attr_t *plain;
	trace_attr_t attr;
	trace_id_t trids[3];
	pid_t pid;
	int err, i;

	if (ct_mode()) {
		ct_fire(ct_type("conformance image"), 3);
		_exit(CT_DONE);
	}
	pid = ct_fork();
	if (pid == 0) {
		ct_hear(ct_go);
		ct_exec("image");
	}
	plain = ct_plain(&attr, POSIX_TRACE_LOOP);
	for (i = 0; i < 3; i++) {
		CT_UNTIL((err = posix_trace_create(pid, plain, &trids[i])) !=
				EAGAIN);
		if (err == EPERM)
			UNTESTED("a process may not trace its child here");
		ct_setup("posix_trace_create(pid of a child)", err);
		SETUP(posix_trace_start(trids[i]));
	}
	ct_tell(ct_go);
	ct_reap(pid);
	for (i = 0; i < 3; i++)
		if (!ct_find_number(ct_try, trids[i], &ev, 3))
			FAIL("expected the event of after the exec in stream %d of "
					"3", i + 1);
	PASS("three streams went on tracing a process after its exec");
}
