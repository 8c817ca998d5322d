/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * SHUT-1: the stream is stopped first, so the log of a running stream ends
 * in STOP with data 0, and has no user event after it.
 *
 * Source: XSH posix_trace_shutdown() DESCRIPTION, XSH posix_trace_stop()
 * DESCRIPTION; TRC; shall.
 *
 * Of another process, which goes on.
 */
#define NEEDS (CT_LOG)
#include "conftest.h"

static void test(void)
{
	static struct ct_event ev;
	struct ct_pipe ready = ct_pipe(), go = ct_pipe(), fired = ct_pipe();
	struct ct_pipe end = ct_pipe(), over = ct_pipe();
	trace_event_id_t id = ct_type("conformance a");
	trace_attr_t attr;
	trace_id_t trid;
	int fd = ct_file(), stops = 0, late = 0, err;
	pid_t pid;

	ct_log_attr(&attr, 20);
	pid = ct_fork();
	if (pid == 0) {
		id = ct_type("conformance a");
		ct_tell(ready);
		ct_hear(go);
		ct_fire(id, 4711);
		ct_tell(fired);
		ct_hear(end);
		ct_fire(id, 4712);
		ct_tell(over);
		_exit(CT_DONE);
	}
	ct_hear(ready);
	CT_UNTIL((err = posix_trace_create_withlog(pid, &attr, fd, &trid))
			!= EAGAIN);
	if (err == EPERM)
		UNTESTED("a process may not trace its child here");
	ct_made("posix_trace_create_withlog", &attr, err);
	SETUP(posix_trace_start(trid));
	ct_tell(go);
	ct_hear(fired);
	EXPECT(posix_trace_shutdown(trid), 0);
	ct_tell(end);
	ct_hear(over);
	ct_reap(pid);
	trid = ct_reopen();
	if (!ct_find_number(ct_read, trid, &ev, 4711))
		FAIL("expected the event before the shutdown in the log");
	while (ct_read(trid, &ev)) {
		stops += ct_is(trid, &ev, POSIX_TRACE_STOP) != 0;
		late += ev.len == sizeof(int) && ct_number(&ev) == 4712;
	}
	if (stops != 1 || late != 0)
		FAIL("expected one STOP and no event after the shutdown, got "
				"%d and %d", stops, late);
	PASS("the log of the other process ends in STOP");
}
