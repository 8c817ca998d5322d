/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * FORK-3: a controller's child does not control its parent's streams.
 *
 * Source: XSH fork() DESCRIPTION; TRC; shall.
 *
 * Whatever it tries, the parent's stream stays as it is.
 */
#include "conftest.h"

static void test(void)
{
	trace_event_id_t id = ct_type("conformance a");
	trace_id_t trid = ct_running(NULL);
	pid_t pid;
	int n;

	ct_fire(id, 1);
	pid = ct_fork();
	if (pid == 0) {
		EXPECT(posix_trace_stop(trid), EINVAL);
		EXPECT(posix_trace_clear(trid), EINVAL);
		EXPECT(posix_trace_shutdown(trid), EINVAL);
		exit(CT_DONE);
	}
	ct_reap(pid);
	if (ct_status(trid).posix_stream_status != POSIX_TRACE_RUNNING)
		FAIL("the child stopped its parent's stream");
	ct_fire(id, 2);
	n = ct_count(ct_try, trid, id);
	if (n != 2)
		FAIL("expected two events in the parent's stream, got %d", n);
	PASS("the child could not touch its parent's stream");
}
