/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * CREATE-E6: ESRCH when there is no process pid.
 *
 * Source: XSH posix_trace_create() ERRORS; TRC; shall.
 *
 * The negative of a process group, for a stream with log.
 */
#define NEEDS (CT_LOG)
#include "conftest.h"

static void test(void)
{
	struct ct_pipe end = ct_pipe();
	trace_id_t trid;
	pid_t pid = ct_fork();
	int err;

	if (pid == 0) {
		ct_hear(end);
		_exit(CT_DONE);
	}
	SYSTEM(setpgid(pid, pid));
	if (kill(-pid, 0) != 0)
		UNRESOLVED("there is no process group");
	err = posix_trace_create_withlog(-pid, NULL, ct_file(), &trid);
	ct_tell(end);
	ct_reap(pid);
	EXPECT(err, ESRCH);
	PASS("the negative of a process group gave ESRCH");
}
