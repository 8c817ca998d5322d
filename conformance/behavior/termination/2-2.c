/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * EXEC-2: when the controller calls exec its streams are shut down.
 *
 * Source: XSH exec DESCRIPTION; TRC; shall.
 *
 * The new program has streams of its own.
 */
#include "conftest.h"

static void test(void)
{
	static char mode[] = "image";
	trace_event_id_t id = ct_type("conformance a");
	static struct ct_event ev;
	char *argv[3];
	trace_id_t trid;
	pid_t pid;

	if (ct_argv[1]) {
		trid = ct_running(NULL);
		ct_fire(id, 2);
		if (!ct_find(ct_try, trid, &ev, id) || ct_number(&ev) != 2)
			FAIL("expected event 2 first in the new program's "
					"stream, got %d",
					ct_number(&ev));
		_exit(CT_DONE);
	}
	if (!strchr(ct_argv[0], '/'))
		UNRESOLVED("run this program by its path");
	pid = ct_fork();
	if (pid == 0) {
		trid = ct_running(NULL);
		ct_fire(id, 1);
		if (ct_status(trid).posix_stream_status != POSIX_TRACE_RUNNING)
			FAIL("expected the old program's stream to run");
		argv[0] = ct_argv[0];
		argv[1] = mode;
		argv[2] = NULL;
		execv(argv[0], argv);
		_exit(CT_UNRESOLVED);
	}
	ct_reap(pid);
	PASS("the new program made a stream of its own");
}
