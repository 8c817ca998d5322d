/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * CREATE-E1: EAGAIN when TRACE_SYS_MAX streams exist.
 *
 * Source: XSH posix_trace_create() ERRORS; TRC; shall.
 *
 * In the whole system: another process cannot make one either.
 */
#define ALONE 1
#include "conftest.h"

static struct ct_pipe go;

static void target(void)
{
	trace_attr_t attr;
	trace_id_t trid;

	ct_hear(go);
	ct_attr(&attr, POSIX_TRACE_LOOP, 4, 16);
	EXPECT(posix_trace_create(0, &attr, &trid), EAGAIN);
	_exit(CT_DONE);
}

static void test(void)
{
	long max = sysconf(_SC_TRACE_SYS_MAX);
	trace_attr_t attr;
	trace_id_t trid;
	pid_t pid;
	int err = 0;
	long n;

	if (max == -1 || max > 4096)
		UNTESTED("TRACE_SYS_MAX is %ld", max);
	go = ct_pipe();
	pid = ct_fork();
	if (pid == 0)
		target();
	ct_attr(&attr, POSIX_TRACE_LOOP, 4, 16);
	for (n = 0; n < max && err == 0; n++)
		err = posix_trace_create(0, &attr, &trid);
	/* Otherwise something else ran short, which the other may have. */
	if (err)
		UNTESTED("of %ld streams only %ld can be made: %s", max, n - 1,
				ct_error(err));
	ct_tell(go);
	ct_reap(pid);
	PASS("%ld streams of one process are all that another finds", max);
}
