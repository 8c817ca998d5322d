/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * CREATE-1: the function makes an active stream that traces the process pid,
 * stores its identifier and gives 0.
 *
 * Source: XSH posix_trace_create() DESCRIPTION; TRC; shall.
 *
 * Another process of the same user; its events come with its pid.
 */
#include "conftest.h"

static struct ct_pipe go, done;

static void target(void)
{
	trace_event_id_t id = ct_type("conformance a");

	ct_tell(done);
	ct_hear(go);
	ct_fire(id, 11);
	ct_tell(done);
	ct_hear(go);
	_exit(CT_DONE);
}

static void test(void)
{
	static struct ct_event ev;
	trace_event_id_t id;
	char name[4096];
	trace_attr_t attr;
	trace_id_t trid;
	pid_t pid;
	int err, found = 0;

	go = ct_pipe();
	done = ct_pipe();
	pid = ct_fork();
	if (pid == 0)
		target();
	ct_hear(done);
	err = posix_trace_create(pid, ct_plain(&attr, POSIX_TRACE_LOOP),
			&trid);
	if (err == EPERM)
		UNTESTED("a process may not trace its child here");
	ct_expect("posix_trace_create(pid of a child)", err, 0);
	EXPECT(posix_trace_start(trid), 0);
	ct_tell(go);
	ct_hear(done);
	while (!found && ct_try(trid, &ev)) {
		id = ev.info.posix_event_id;
		SETUP(posix_trace_eventid_get_name(trid, id, name));
		found = strcmp(name, "conformance a") == 0;
	}
	if (!found || ct_number(&ev) != 11 || ev.info.posix_pid != pid)
		FAIL("expected event 11 of the child; found %d, number %d, "
				"pid %ld of %ld",
				found, ct_number(&ev),
				(long)ev.info.posix_pid, (long)pid);
	ct_tell(go);
	ct_reap(pid);
	PASS("the child's event came with its pid");
}
