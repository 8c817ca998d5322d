/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * CRLOG-E2: EINVAL when the type of the file does not go with the policy;
 * which do is implementation-defined.
 *
 * Source: XSH posix_trace_create_withlog() ERRORS; TRL; shall.
 *
 * A pipe cannot be written in a circle: it works or gives EINVAL, nothing
 * else.
 */
#define NEEDS (CT_LOG)
#include "conftest.h"

static void test(void)
{
	struct ct_pipe p = ct_pipe();
	trace_id_t trid;
	int err;

	signal(SIGPIPE, SIG_IGN);
	err = posix_trace_create_withlog(0, NULL, p.fd[1], &trid);
	if (err != 0 && err != EINVAL)
		FAIL("expected EINVAL or 0 for a pipe, got %s", ct_error(err));
	PASS("a pipe as log gave %s", ct_error(err));
}
