/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * TRIDOPEN-3: at the limit of the traced process a new name gives the
 * unnamed identifier, and a known one its own.
 *
 * Source: XSH posix_trace_trid_eventid_open() DESCRIPTION; TEF; shall.
 *
 * The limit of the controller, which it has reached, is not that of a process that
 * has called exec, and has no names.
 */
#define NEEDS (CT_FILTER)
#include "confexec.h"

static void test(void)
{
	char name[32];
	long max = sysconf(_SC_TRACE_USER_EVENT_MAX), i;
	const trace_attr_t *plain;
	trace_event_id_t id;
	trace_attr_t attr;
	trace_id_t trid;
	pid_t pid;
	int err;

	if (ct_mode()) {
		ct_tell(ct_done);
		ct_hear(ct_go);
		_exit(CT_DONE);
	}
	if (max == -1 || max > 200000)
		UNTESTED("TRACE_USER_EVENT_MAX is %ld", max);
	pid = ct_fork();
	if (pid == 0) {
		close(ct_go.fd[1]);
		ct_exec("image");
	}
	ct_hear(ct_done);
	plain = ct_plain(&attr, POSIX_TRACE_LOOP);
	CT_UNTIL((err = posix_trace_create(pid, plain, &trid)) != EAGAIN);
	if (err == EPERM)
		UNTESTED("a process may not trace its child here");
	ct_setup("posix_trace_create(pid of a child)", err);
	for (i = 0; i < max; i++) {
		snprintf(name, sizeof(name), "conformance %ld", i);
		ct_type(name);
	}
	EXPECT(posix_trace_trid_eventid_open(trid, "conformance image", &id), 0);
	if (posix_trace_eventid_equal(trid, id, CT_UNNAMED))
		FAIL("the first name of a process has no identifier of its own "
				"when its controller is at its limit");
	ct_tell(ct_go);
	ct_reap(pid);
	PASS("the names of the controller are not counted for the process");
}
