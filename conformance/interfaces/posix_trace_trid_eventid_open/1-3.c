/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * TRIDOPEN-1: the identifier is the one that the traced process gets for the
 * name.
 *
 * Source: XSH posix_trace_trid_eventid_open() DESCRIPTION; TEF; shall.
 *
 * The traced process is another one: what it records under the name has the
 * controller's identifier.
 */
#define NEEDS (CT_FILTER)
#include "conftest.h"

static void test(void)
{
	static struct ct_event ev;
	struct ct_pipe go = ct_pipe(), done = ct_pipe();
	trace_event_id_t id;
	trace_attr_t attr;
	trace_id_t trid;
	pid_t pid = ct_fork();
	int err;

	if (pid == 0) {
		ct_hear(go);
		ct_type("conformance before");
		ct_fire(ct_type("conformance a"), 12);
		ct_tell(done);
		ct_hear(go);
		_exit(CT_DONE);
	}
	err = posix_trace_create(pid, ct_plain(&attr, POSIX_TRACE_LOOP),
			&trid);
	if (err == EPERM)
		UNTESTED("a process may not trace its child here");
	ct_setup("posix_trace_create", err);
	EXPECT(posix_trace_trid_eventid_open(trid, "conformance a", &id), 0);
	SETUP(posix_trace_start(trid));
	ct_tell(go);
	ct_hear(done);
	if (!ct_find(ct_try, trid, &ev, id) || ct_number(&ev) != 12)
		FAIL("expected the child's event under the controller's identifier");
	ct_tell(go);
	ct_reap(pid);
	PASS("controller and traced process have one identifier");
}
