/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * CREATE-E5: EPERM without the privilege to trace the process.
 *
 * Source: XSH posix_trace_create() ERRORS; TRC; shall.
 *
 * A stream with log, whose file is its own.
 */
#define NEEDS (CT_LOG)
#include "conftest.h"

static void unprivileged(pid_t target, int fd)
{
	trace_id_t trid;
	int err;

	if (geteuid() == 0) {
		SYSTEM(setgid(65534));
		SYSTEM(setuid(65534));
	}
	if (kill(target, 0) == 0)
		UNTESTED("this process has every privilege");
	err = posix_trace_create_withlog(target, NULL, fd, &trid);
	if (err == 0)
		UNTESTED("this implementation lets anyone trace any process");
	if (err != EPERM)
		FAIL("expected EPERM, got %s", ct_error(err));
	_exit(CT_DONE);
}

static void test(void)
{
	int fd = ct_file();
	pid_t self = getpid(), pid = ct_fork();

	if (pid == 0)
		unprivileged(geteuid() == 0 ? self : 1, fd);
	ct_reap(pid);
	PASS("logging another user's process gave EPERM");
}
