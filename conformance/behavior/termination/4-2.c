/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * EXIT-2: when the traced process ends its stream stays, with all that was
 * recorded.
 *
 * Source: XBD 4.19 Tracing; TRC; derived.
 *
 * Killed in the middle.
 */
#define NEEDS (CT_FILTER)
#include "conftest.h"

static void test(void)
{
	struct ct_pipe done = ct_pipe(), go = ct_pipe();
	static struct ct_event ev;
	trace_event_id_t id;
	trace_attr_t attr;
	trace_id_t trid;
	pid_t pid = ct_fork();
	int err, i, status, last = -1;

	if (pid == 0) {
		ct_hear(go);
		id = ct_type("conformance a");
		for (i = 0;; i++) {
			ct_fire(id, i);
			if (i == 2000)
				ct_tell(done);
		}
	}
	err = posix_trace_create(pid, ct_plain(&attr, POSIX_TRACE_LOOP),
			&trid);
	if (err == EPERM)
		UNTESTED("a process may not trace its child here");
	ct_setup("posix_trace_create", err);
	SETUP(posix_trace_start(trid));
	SETUP(posix_trace_trid_eventid_open(trid, "conformance a", &id));
	ct_tell(go);
	ct_hear(done);
	SYSTEM(kill(pid, SIGKILL));
	SYSTEM(waitpid(pid, &status, 0));
	while (ct_find(ct_try, trid, &ev, id)) {
		if (last != -1 && ct_number(&ev) != last + 1)
			FAIL("expected event %d after %d, got %d", last + 1, last,
					ct_number(&ev));
		last = ct_number(&ev);
	}
	if (last < 2000)
		FAIL("expected event 2000 at least, the newest is %d", last);
	EXPECT(posix_trace_shutdown(trid), 0);
	PASS("the stream of a killed process has events up to %d", last);
}
