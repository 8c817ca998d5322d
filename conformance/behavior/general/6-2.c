/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * GEN-1: a function gives 0 or an error number, never -1, and does not rely
 * on errno.
 *
 * Source: XSH 2.3 Error Numbers, XSH posix_trace_create() RETURN VALUE; TRC;
 * shall.
 *
 * Calls that fail: the result is the number itself, whatever errno is.
 */
#include "conftest.h"

static void test(void)
{
	trace_id_t trid = ct_stream(NULL), other;
	trace_event_id_t id;
	static char name[70000];
	pid_t pid = ct_fork();

	if (pid == 0)
		_exit(CT_DONE);
	ct_reap(pid);
	SETUP(posix_trace_shutdown(trid));
	errno = 0;
	EXPECT(posix_trace_stop(trid), EINVAL);
	if (kill(pid, 0) == -1)
		EXPECT(posix_trace_create(pid, NULL, &other), ESRCH);
	memset(name, 'n', sizeof(name) - 1);
	if (sysconf(_SC_TRACE_EVENT_NAME_MAX) < (long)sizeof(name) - 1)
		EXPECT(posix_trace_eventid_open(name, &id), ENAMETOOLONG);
	PASS("calls that failed gave the error number");
}
