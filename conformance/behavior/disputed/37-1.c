/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * READ-37: posix_trace_clear() leaves children that inherited the stream traced, or
 * ends that, as if the stream had just been created.
 *
 * Source: XSH posix_trace_clear() DESCRIPTION, XSH fork() DESCRIPTION; TRI;
 * disputed.
 */
#define NEEDS (CT_INHERIT)
#include "conftest.h"

static void test(void)
{
	static struct ct_event ev;
	trace_event_id_t id = ct_type("conformance a");
	struct ct_pipe go = ct_pipe(), ready = ct_pipe();
	trace_attr_t attr;
	trace_id_t trid;
	pid_t pid;

	ct_init(&attr);
	SETUP(posix_trace_attr_setinherited(&attr, POSIX_TRACE_INHERITED));
	trid = ct_running(&attr);
	pid = ct_fork();
	if (pid == 0) {
		ct_fire(id, 1);
		ct_tell(ready);
		ct_hear(go);
		ct_fire(id, 2);
		_exit(CT_DONE);
	}
	ct_hear(ready);
	SETUP(posix_trace_clear(trid));
	ct_tell(go);
	ct_reap(pid);
	ADVISORY("posix_trace_clear() %s the tracing of children",
			ct_find(ct_try, trid, &ev, id) ? "leaves" : "ends");
}
