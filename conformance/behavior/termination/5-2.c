/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * PROC-8: a child of the controller does not shut the parent's streams down
 * when it ends, nor complete its log.
 *
 * Source: XSH fork() DESCRIPTION, XSH posix_trace_shutdown() DESCRIPTION; TRC;
 * derived.
 *
 * By an exec.
 */
#define NEEDS (CT_LOG)
#include "conftest.h"

static void test(void)
{
	static char mode[] = "image";
	trace_event_id_t id = ct_type("conformance a");
	char *argv[3];
	trace_id_t trid;
	pid_t pid;
	int n;

	if (ct_argv[1])
		exit(CT_DONE);
	if (!strchr(ct_argv[0], '/'))
		UNRESOLVED("run this program by its path");
	argv[0] = ct_argv[0];
	argv[1] = mode;
	argv[2] = NULL;
	trid = ct_logging(NULL, ct_file());
	ct_fire(id, 0);
	pid = ct_fork();
	if (pid == 0) {
		execv(argv[0], argv);
		_exit(CT_UNRESOLVED);
	}
	ct_reap(pid);
	ct_fire(id, 1);
	SETUP(posix_trace_shutdown(trid));
	trid = ct_reopen();
	id = ct_type_in(trid, "conformance a");
	n = ct_count(ct_read, trid, id);
	if (n != 2)
		FAIL("expected two events in the log, got %d", n);
	PASS("a child's exec did not touch the log");
}
