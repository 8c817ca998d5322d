/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * EXEC-1: a traced process that calls exec goes on being traced into the
 * same stream; the map of names is new.
 *
 * Source: XSH exec DESCRIPTION; TRC; shall.
 *
 * The controller is the parent.  The filter is that of the stream.
 */
#define NEEDS (CT_FILTER)
#include "confexec.h"

static void test(void)
{
	static struct ct_event ev;
	trace_event_id_t before, after;
	trace_event_set_t set;
	trace_attr_t attr;
	trace_id_t trid;
	pid_t pid;
	int err;

	if (ct_mode()) {
		ct_fire(CT_UNNAMED, 3);
		ct_fire(ct_type("conformance image"), 2);
		ct_tell(ct_done);
		ct_hear(ct_go);
		_exit(CT_DONE);
	}
	pid = ct_fork();
	if (pid == 0) {
		ct_hear(ct_go);
		ct_fire(ct_type("conformance before"), 1);
		ct_exec("image");
	}
	err = posix_trace_create(pid, ct_plain(&attr, POSIX_TRACE_LOOP),
			&trid);
	if (err == EPERM)
		UNTESTED("a process may not trace its child here");
	ct_setup("posix_trace_create", err);
	SETUP(posix_trace_trid_eventid_open(trid, "conformance before", &before));
	SETUP(posix_trace_eventset_empty(&set));
	SETUP(posix_trace_eventset_add(CT_UNNAMED, &set));
	SETUP(posix_trace_set_filter(trid, &set, POSIX_TRACE_SET_EVENTSET));
	SETUP(posix_trace_start(trid));
	ct_tell(ct_go);
	ct_hear(ct_done);
	EXPECT(posix_trace_trid_eventid_open(trid, "conformance image", &after), 0);
	if (!ct_find(ct_try, trid, &ev, before) || ct_number(&ev) != 1)
		FAIL("expected the event before the exec");
	do {
		if (!ct_try(trid, &ev))
			FAIL("expected the event of the new program");
		if (ct_is(trid, &ev, CT_UNNAMED))
			FAIL("expected the filter to be as before the exec");
	} while (!ct_is(trid, &ev, after) || ct_number(&ev) != 2);
	if (ev.info.posix_pid != pid)
		FAIL("expected pid %ld, got %ld", (long)pid, (long)ev.info.posix_pid);
	ct_tell(ct_go);
	ct_reap(pid);
	PASS("the new program is traced under the old pid");
}
