/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * CREATE-1: the function makes an active stream that traces the process pid,
 * stores its identifier and gives 0.
 *
 * Source: XSH posix_trace_create() DESCRIPTION; TRC; shall.
 *
 * A stream of another process does not get the events of its controller.
 */
#include "conftest.h"

static struct ct_pipe go;

static void test(void)
{
	trace_event_id_t id = ct_type("conformance a");
	static struct ct_event ev;
	trace_id_t trid;
	pid_t pid;
	int err;

	go = ct_pipe();
	pid = ct_fork();
	if (pid == 0) {
		ct_hear(go);
		_exit(CT_DONE);
	}
	err = posix_trace_create(pid, NULL, &trid);
	if (err == EPERM)
		UNTESTED("a process may not trace its child here");
	ct_expect("posix_trace_create(pid of a child)", err, 0);
	EXPECT(posix_trace_start(trid), 0);
	ct_fire(id, 1);
	while (ct_try(trid, &ev))
		if (ct_is(trid, &ev, id) && ct_number(&ev) == 1)
			FAIL("the controller's event came out of its child's stream");
	ct_tell(go);
	ct_reap(pid);
	PASS("the child's stream has no event of its parent");
}
