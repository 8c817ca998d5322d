/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * EXEC-2: when the controller calls exec its streams are shut down.
 *
 * Source: XSH exec DESCRIPTION; TRC; shall.
 *
 * Its log is complete, and has no event of the new program.
 */
#define NEEDS (CT_LOG)
#include "confend.h"

static void test(void)
{
	static char mode[] = "image";
	char *argv[3];
	int fd, i;
	pid_t pid;

	if (ct_argv[1]) {
		trace_event_id_t id = ct_type("conformance a");

		for (i = 0; i < 30; i++)
			ct_fire(id, 100 + i);
		_exit(CT_DONE);
	}
	if (!strchr(ct_argv[0], '/'))
		UNRESOLVED("run this program by its path");
	fd = ct_file();
	pid = ct_fork();
	if (pid == 0) {
		ct_recorded(fd);
		argv[0] = ct_argv[0];
		argv[1] = mode;
		argv[2] = NULL;
		execv(argv[0], argv);
		_exit(CT_UNRESOLVED);
	}
	ct_reap(pid);
	i = ct_completed();
	if (i != CT_ENDING_EVENTS)
		FAIL("expected the 30 events before the exec, got %d", i);
	PASS("the exec completed the log");
}
