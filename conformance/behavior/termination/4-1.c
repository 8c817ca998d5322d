/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * EXIT-2: when the traced process ends its stream stays, with all that was
 * recorded.
 *
 * Source: XBD 4.19 Tracing; TRC; derived.
 */
#define NEEDS (CT_FILTER)
#include "conftest.h"

static void test(void)
{
	struct ct_pipe go = ct_pipe();
	trace_event_id_t id;
	trace_attr_t attr;
	trace_id_t trid;
	pid_t pid = ct_fork();
	int err, i, n;

	if (pid == 0) {
		ct_hear(go);
		id = ct_type("conformance a");
		for (i = 0; i < 20; i++)
			ct_fire(id, i);
		_exit(CT_DONE);
	}
	ct_attr(&attr, POSIX_TRACE_LOOP, 20, 64);
	err = posix_trace_create(pid, &attr, &trid);
	if (err == EPERM)
		UNTESTED("a process may not trace its child here");
	ct_setup("posix_trace_create", err);
	SETUP(posix_trace_start(trid));
	SETUP(posix_trace_trid_eventid_open(trid, "conformance a", &id));
	ct_tell(go);
	ct_reap(pid);
	n = ct_count(ct_try, trid, id);
	if (n != 20)
		FAIL("expected the 20 events of the process that has ended, "
				"got %d", n);
	if (ct_status(trid).posix_stream_status != POSIX_TRACE_RUNNING)
		FAIL("expected the stream to stay as it is");
	EXPECT(posix_trace_stop(trid), 0);
	EXPECT(posix_trace_shutdown(trid), 0);
	PASS("the stream outlived its process");
}
