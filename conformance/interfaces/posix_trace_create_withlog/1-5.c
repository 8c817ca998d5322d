/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * CRLOG-1: the function does all that posix_trace_create() does, with a log
 * on the descriptor.
 *
 * Source: XSH posix_trace_create_withlog() DESCRIPTION; TRL; shall.
 *
 * A process that does not exist.
 */
#define NEEDS (CT_LOG)
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
	EXPECT(posix_trace_create_withlog(pid, NULL, ct_file(), &trid), ESRCH);
	PASS("the id of a process that has gone gave ESRCH");
}
