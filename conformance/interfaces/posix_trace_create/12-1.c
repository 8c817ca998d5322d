/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * CREATE-E5: EPERM without the privilege to trace the process.
 *
 * Source: XSH posix_trace_create() ERRORS; TRC; shall.
 *
 * Root gives up its privileges in a child that then wants to trace the
 * parent; others ask for process 1.
 */
#include "conftest.h"

static void unprivileged(pid_t target)
{
	trace_id_t trid;
	int err;

	if (geteuid() == 0) {
		SYSTEM(setgid(65534));
		SYSTEM(setuid(65534));
	}
	if (kill(target, 0) == 0)
		UNTESTED("this process has every privilege");
	err = posix_trace_create(target, NULL, &trid);
	if (err == 0)
		UNTESTED("this implementation lets anyone trace any process");
	if (err != EPERM)
		FAIL("expected EPERM, got %s", ct_error(err));
	_exit(CT_DONE);
}

static void test(void)
{
	pid_t self = getpid(), pid = ct_fork();

	if (pid == 0)
		unprivileged(geteuid() == 0 ? self : 1);
	ct_reap(pid);
	PASS("tracing another user's process gave EPERM");
}
