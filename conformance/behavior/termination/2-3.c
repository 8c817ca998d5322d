/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * EXEC-2: when the controller calls exec its streams are shut down.
 *
 * Source: XSH exec DESCRIPTION; TRC; shall.
 *
 * Its log is complete while the new program runs.
 */
#define NEEDS (CT_LOG)
#include "confend.h"
#include "confexec.h"

static void test(void)
{
	pid_t pid;
	int fd, n;

	if (ct_mode()) {
		ct_tell(ct_done);
		ct_hear(ct_go);
		_exit(CT_DONE);
	}
	fd = ct_file();
	pid = ct_fork();
	if (pid == 0) {
		close(ct_go.fd[1]);
		ct_recorded(fd);
		ct_exec("image");
	}
	ct_hear(ct_done);
	n = ct_completed();
	ct_tell(ct_go);
	ct_reap(pid);
	if (n != CT_ENDING_EVENTS)
		FAIL("expected %d events in a completed log while the new "
				"program runs, got %d", CT_ENDING_EVENTS, n);
	PASS("the log was completed while the new program ran");
}
