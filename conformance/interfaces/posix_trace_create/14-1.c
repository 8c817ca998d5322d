/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * CREATE-11: nothing is made when an error comes.
 *
 * Source: XSH posix_trace_create() RETURN VALUE, XSH posix_trace_create()
 * ERRORS; TRC; derived.
 *
 * Failing creates use up no streams.
 */
#define ALONE 1
#include "conftest.h"

static void test(void)
{
	long max = sysconf(_SC_TRACE_SYS_MAX);
	trace_attr_t attr;
	trace_id_t trid;
	pid_t pid = ct_fork();
	int i;

	if (pid == 0)
		_exit(CT_DONE);
	ct_reap(pid);
	if (max == -1 || max > 4096)
		max = 256;
	ct_attr(&attr, POSIX_TRACE_LOOP, 4, 16);
	for (i = 0; i < max + 8; i++)
		if (posix_trace_create(pid, &attr, &trid) == 0)
			FAIL("a stream was made for a process that has gone");
	EXPECT(posix_trace_create(0, &attr, &trid), 0);
	PASS("%d failing creates used up nothing", i);
}
