/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * APOL-5: FLUSH is wrong for a stream without log, so the create gives
 * EINVAL.
 *
 * Source: XSH posix_trace_attr_setstreamfullpolicy() DESCRIPTION, XSH
 * posix_trace_create() ERRORS; TRC; derived.
 *
 * The attributes of a stream with log, for a stream of another process.
 */
#define NEEDS (CT_LOG)
#include "conftest.h"

static void test(void)
{
	struct ct_pipe end = ct_pipe();
	trace_attr_t attr;
	trace_id_t trid;
	pid_t pid;
	int err;

	SETUP(posix_trace_attr_init(&attr));
	SETUP(posix_trace_attr_setstreamfullpolicy(&attr, POSIX_TRACE_FLUSH));
	trid = ct_logged(&attr, ct_file());
	SETUP(posix_trace_get_attr(trid, &attr));
	SETUP(posix_trace_shutdown(trid));
	pid = ct_fork();
	if (pid == 0) {
		ct_hear(end);
		_exit(CT_DONE);
	}
	/* Whom a process may trace is for the implementation to say. */
	err = posix_trace_create(pid, &attr, &trid);
	if (err == EPERM)
		UNTESTED("a process may not trace its child here");
	ct_expect("posix_trace_create(pid of a child)", err, EINVAL);
	SETUP(posix_trace_attr_setstreamfullpolicy(&attr, POSIX_TRACE_LOOP));
	/* It may have looked at the attributes before that. */
	err = posix_trace_create(pid, &attr, &trid);
	if (err == EPERM)
		UNTESTED("a process may not trace its child here");
	ct_expect("posix_trace_create(pid of a child)", err, 0);
	ct_tell(end);
	ct_reap(pid);
	PASS("FLUSH was refused for another process, LOOP was not");
}
