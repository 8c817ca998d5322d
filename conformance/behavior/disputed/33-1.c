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
	int end, err;

	if (pid == 0) {
		err = posix_trace_get_status(trid, &status);
		_exit(err == 0 ? CT_DONE : err);
	}
	SYSTEM(waitpid(pid, &end, 0));
	if (!WIFEXITED(end))
		ADVISORY("a child that uses a pre-recorded stream is killed");
	if (WEXITSTATUS(end) == 0)
		UNRESOLVED("the child ended early");
	ADVISORY("posix_trace_get_status() of a log in a child gives %s",
			ct_error(WEXITSTATUS(end) == CT_DONE ? 0 :
				WEXITSTATUS(end)));
}
