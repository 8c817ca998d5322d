/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * FORK-3: a controller's child does not control its parent's streams.
 *
 * Source: XSH fork() DESCRIPTION; TRC; shall.
 *
 * A stream that the child makes is not the parent's.
 */
#include "conftest.h"

static void test(void)
{
	trace_event_id_t id = ct_type("conformance a");
	trace_id_t trid = ct_running(NULL), own;
	pid_t pid = ct_fork();

	if (pid == 0) {
		own = ct_stream(NULL);
		EXPECT(posix_trace_start(trid), EINVAL);
		if (ct_status(own).posix_stream_status != POSIX_TRACE_SUSPENDED)
			FAIL("the parent's identifier started the child's stream");
		EXPECT(posix_trace_shutdown(trid), EINVAL);
		EXPECT(posix_trace_shutdown(own), 0);
		_exit(CT_DONE);
	}
	ct_reap(pid);
	ct_fire(id, 1);
	if (ct_count(ct_try, trid, id) != 1)
		FAIL("expected the parent's stream to work on");
	PASS("parent's and child's identifiers are not mixed up");
}
