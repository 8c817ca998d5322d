/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * CREATE-7: many streams may trace one process, each independent of the
 * others.
 *
 * Source: XSH posix_trace_create() DESCRIPTION; TRC; shall.
 *
 * Two controllers trace one process.
 */
#define NEEDS (CT_FILTER)
#include "conftest.h"

static struct ct_pipe ready, go;

static void other_controller(pid_t target)
{
	trace_event_id_t id;
	trace_id_t trid;
	int n, err;

	err = posix_trace_create(target, NULL, &trid);
	if (err == EPERM)
		UNTESTED("a process may not trace its parent here");
	ct_expect("posix_trace_create(pid of the parent)", err, 0);
	SETUP(posix_trace_start(trid));
	ct_tell(ready);
	ct_hear(go);
	SETUP(posix_trace_trid_eventid_open(trid, "conformance a", &id));
	n = ct_count(ct_try, trid, id);
	if (n != 3)
		FAIL("expected three events for the other controller, got %d", n);
	_exit(CT_DONE);
}

static void test(void)
{
	trace_event_id_t id = ct_type("conformance a");
	trace_id_t trid = ct_running(NULL);
	pid_t self = getpid(), pid;
	char c;
	int i;

	ready = ct_pipe();
	go = ct_pipe();
	pid = ct_fork();
	if (pid == 0)
		other_controller(self);
	close(ready.fd[1]);
	if (read(ready.fd[0], &c, 1) != 1)
		ct_reap(pid);
	for (i = 0; i < 3; i++)
		ct_fire(id, i);
	ct_tell(go);
	ct_reap(pid);
	i = ct_count(ct_try, trid, id);
	if (i != 3)
		FAIL("expected three events for the process itself, got %d", i);
	PASS("both controllers have the three events");
}
