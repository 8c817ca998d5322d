/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * READ-33: a pre-recorded stream can be used in a child, or gives EINVAL, as
 * an active one does.
 *
 * Source: XSH posix_trace_create() DESCRIPTION, XSH posix_trace_open()
 * DESCRIPTION; TRL; disputed.
 */
#define NEEDS (CT_LOG)
#include "conftest.h"

static void test(void)
{
	trace_id_t trid = ct_made_log(ct_type("conformance a"), 1);
	struct posix_trace_status_info status;
	pid_t pid = ct_fork();
	int end;

	if (pid == 0)
		_exit(posix_trace_get_status(trid, &status));
	SYSTEM(waitpid(pid, &end, 0));
	if (!WIFEXITED(end))
		ADVISORY("a child that uses a pre-recorded stream is killed");
	ADVISORY("posix_trace_get_status() of a log in a child gives %s",
			ct_error(WEXITSTATUS(end)));
}
