/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * EXEC-1: a traced process that calls exec goes on being traced into the
 * same stream; the map of names is new.
 *
 * Source: XSH exec DESCRIPTION; TRC; shall.
 *
 * A child of a process that is traced by its pid.  That ends meanwhile.
 */
#define NEEDS (CT_FILTER | CT_INHERIT)
#include "confexec.h"

/* The target makes a child, whose new program records when the target has ended. */
static void target(void)
{
	trace_event_id_t id = ct_type("conformance a");

	ct_tell(ct_done);
	ct_hear(ct_go);
	ct_fire(id, 1);
	if (ct_fork() != 0)
		_exit(CT_DONE);
	ct_fire(id, 2);
	ct_exec("image");
}

static void image(void)
{
	ct_tell(ct_done);
	ct_hear(ct_go);
	ct_fire(CT_UNNAMED, 4);
	ct_fire(ct_type("conformance image"), 3);
	ct_tell(ct_done);
	_exit(CT_DONE);
}

static trace_id_t stream_of(pid_t pid)
{
	trace_event_set_t set;
	trace_attr_t attr;
	trace_id_t trid;
	int err;

	ct_init(&attr);
	SETUP(posix_trace_attr_setinherited(&attr, POSIX_TRACE_INHERITED));
	err = posix_trace_create(pid, &attr, &trid);
	if (err == EPERM)
		UNTESTED("a process may not trace its child here");
	ct_setup("posix_trace_create", err);
	SETUP(posix_trace_eventset_empty(&set));
	SETUP(posix_trace_eventset_add(CT_UNNAMED, &set));
	SETUP(posix_trace_set_filter(trid, &set, POSIX_TRACE_SET_EVENTSET));
	SETUP(posix_trace_start(trid));
	return trid;
}

static void test(void)
{
	static struct ct_event ev;
	trace_id_t trid;
	pid_t pid;
	int i;

	if (ct_mode())
		image();
	pid = ct_fork();
	if (pid == 0)
		target();
	ct_hear(ct_done);
	trid = stream_of(pid);
	ct_tell(ct_go);
	ct_reap(pid);
	ct_hear(ct_done);
	ct_tell(ct_go);
	ct_hear(ct_done);
	for (i = 1; i <= 3; i++) {
		do {
			if (!ct_try(trid, &ev))
				FAIL("expected event %d", i);
			if (ct_is(trid, &ev, CT_UNNAMED))
				FAIL("expected the filter to be that of the "
						"stream");
		} while (ct_number(&ev) != i || ev.len != sizeof(i));
		if ((ev.info.posix_pid == pid) != (i == 1))
			FAIL("event %d is from process %ld", i,
					(long)ev.info.posix_pid);
	}
	PASS("the new program of the target's child was traced");
}
