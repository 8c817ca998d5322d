/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * EXEC-2: when the controller calls exec its streams are shut down.
 *
 * Source: XSH exec DESCRIPTION; TRC; shall.
 *
 * Its log is complete while the new program runs.
 */
#define NEEDS (CT_LOG)
#include "confend.h"

static void test(void)
{
	static char mode[] = "image";
	char *argv[5], in[16], out[16];
	struct ct_pipe over, runs;
	pid_t pid;
	int fd, n;

	if (ct_argv[1]) {
		over.number = 0;
		ct_hears[over.number] = 1;
		over.fd[0] = atoi(ct_argv[2]);
		runs.fd[1] = atoi(ct_argv[3]);
		ct_tell(runs);
		ct_hear(over);
		_exit(CT_DONE);
	}
	if (!strchr(ct_argv[0], '/'))
		UNRESOLVED("run this program by its path");
	fd = ct_file();
	over = ct_pipe();
	runs = ct_pipe();
	pid = ct_fork();
	if (pid == 0) {
		close(over.fd[1]);
		ct_recorded(fd);
		snprintf(in, sizeof(in), "%d", over.fd[0]);
		snprintf(out, sizeof(out), "%d", runs.fd[1]);
		argv[0] = ct_argv[0];
		argv[1] = mode;
		argv[2] = in;
		argv[3] = out;
		argv[4] = NULL;
		execv(argv[0], argv);
		_exit(CT_UNRESOLVED);
	}
	ct_hear(runs);
	n = ct_completed();
	ct_tell(over);
	ct_reap(pid);
	if (n != CT_ENDING_EVENTS)
		FAIL("expected %d events in a completed log while the new "
				"program runs, got %d", CT_ENDING_EVENTS, n);
	PASS("the log was completed while the new program ran");
}
