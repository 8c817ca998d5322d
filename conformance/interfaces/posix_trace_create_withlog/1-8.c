/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * CRLOG-1: the function does all that posix_trace_create() does, with a log
 * on the descriptor.
 *
 * Source: XSH posix_trace_create_withlog() DESCRIPTION; TRL; shall.
 *
 * Streams of another process count for it.
 */
#define NEEDS (CT_LOG)
#define ALONE 1
#include "conftest.h"

static struct ct_pipe made, end;
static long max;

/* The other process: all streams but one. */
static void other(void)
{
	trace_attr_t attr;
	trace_id_t trid;
	long n;
	int err;

	ct_attr(&attr, POSIX_TRACE_LOOP, 4, 16);
	for (n = 0; n < max - 1; n++) {
		err = posix_trace_create(0, &attr, &trid);
		if (err)
			UNTESTED("of %ld streams only %ld can be made: %s", max,
					n, ct_error(err));
	}
	ct_tell(made);
	ct_hear(end);
	_exit(CT_DONE);
}

static void test(void)
{
	trace_attr_t attr;
	trace_id_t trid;
	pid_t pid;
	int err;

	max = sysconf(_SC_TRACE_SYS_MAX);
	if (max == -1 || max > 4096)
		UNTESTED("TRACE_SYS_MAX is %ld", max);
	made = ct_pipe();
	end = ct_pipe();
	pid = ct_fork();
	if (pid == 0)
		other();
	ct_hear(made);
	ct_attr(&attr, POSIX_TRACE_LOOP, 4, 16);
	err = posix_trace_create_withlog(0, &attr, ct_file(), &trid);
	if (err)
		UNTESTED("there is no room for the last of %ld streams: %s", max,
				ct_error(err));
	EXPECT(posix_trace_create_withlog(0, &attr, ct_file(), &trid), EAGAIN);
	ct_tell(end);
	ct_reap(pid);
	PASS("%ld streams of another process left one", max - 1);
}
