/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * GEN-6: trid means something in the process that created the stream only;
 * in a child it gives EINVAL.
 *
 * Source: XSH posix_trace_create() DESCRIPTION; TRC; shall.
 *
 * The child of the controller makes the call.
 */
#include "conftest.h"

static void test(void)
{
	trace_id_t trid;
	struct posix_trace_event_info info;
	size_t len;
	int none;
	pid_t pid;

	trid = ct_running(NULL);
	pid = ct_fork();
	if (pid == 0) {
		EXPECT(posix_trace_trygetnext_event(trid, &info, NULL, 0,
				&len, &none), EINVAL);
		_exit(CT_DONE);
	}
	ct_reap(pid);
	PASS("a child that uses its parent's stream gets EINVAL");
}
