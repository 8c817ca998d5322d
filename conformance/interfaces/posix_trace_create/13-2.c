/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * CREATE-E6: ESRCH when there is no process pid.
 *
 * Source: XSH posix_trace_create() ERRORS; TRC; shall.
 *
 * A stream with log, for a child that has been there, but whose process id
 * nobody has any more.
 */
#define NEEDS (CT_LOG)
#include "conftest.h"

static void test(void)
{
	struct ct_pipe end = ct_pipe();
	trace_id_t trid;
	int fd = ct_file();
	pid_t pid = ct_fork();

	if (pid == 0) {
		ct_hear(end);
		_exit(CT_DONE);
	}
	if (kill(pid, 0) != 0)
		UNRESOLVED("the child is not there");
	ct_tell(end);
	ct_reap(pid);
	if (kill(pid, 0) == 0)
		UNRESOLVED("the process id was taken again at once");
	EXPECT(posix_trace_create_withlog(pid, NULL, fd, &trid), ESRCH);
	PASS("logging a process that has gone gave ESRCH");
}
