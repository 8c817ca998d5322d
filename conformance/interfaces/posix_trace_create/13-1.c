/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * CREATE-E6: ESRCH when there is no process pid.
 *
 * Source: XSH posix_trace_create() ERRORS; TRC; shall.
 *
 * The process id of a child that has ended and been waited for.
 */
#include "conftest.h"

static void test(void)
{
	trace_id_t trid;
	pid_t pid = ct_fork();

	if (pid == 0)
		_exit(CT_DONE);
	ct_reap(pid);
	if (kill(pid, 0) == 0)
		UNRESOLVED("the process id was taken again at once");
	EXPECT(posix_trace_create(pid, NULL, &trid), ESRCH);
	PASS("the id of a process that has gone gave ESRCH");
}
