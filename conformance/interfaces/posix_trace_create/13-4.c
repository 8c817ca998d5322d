/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * CREATE-E6: ESRCH when there is no process pid.
 *
 * Source: XSH posix_trace_create() ERRORS; TRC; shall.
 *
 * The negative of the own process group, for a stream with log.
 */
#define NEEDS (CT_LOG)
#include "conftest.h"

static void test(void)
{
	trace_id_t trid;
	int fd = ct_file();
	pid_t pid = ct_fork();

	if (pid == 0) {
		SYSTEM(setpgid(0, 0));
		EXPECT(posix_trace_create_withlog(-getpid(), NULL, fd, &trid),
				ESRCH);
		_exit(CT_DONE);
	}
	ct_reap(pid);
	PASS("the negative of a process group gave ESRCH");
}
