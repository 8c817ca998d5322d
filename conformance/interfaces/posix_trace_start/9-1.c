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
	pid_t pid;

	trid = ct_stream(NULL);
	pid = ct_fork();
	if (pid == 0) {
		EXPECT(posix_trace_start(trid), EINVAL);
		_exit(CT_DONE);
	}
	ct_reap(pid);
	PASS("a child that uses its parent's stream gets EINVAL");
}
