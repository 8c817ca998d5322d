/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * FORK-6: posix_spawn() is a fork and an exec: the new program is traced
 * into an inherited stream.
 *
 * Source: XSH posix_trace_attr_setinherited() DESCRIPTION, XSH posix_spawn()
 * DESCRIPTION; TRI; derived.
 */
#define NEEDS (CT_INHERIT)
#include "confheir.h"
#include <spawn.h>

extern char **environ;

static void test(void)
{
	static char mode[] = "spawned";
	char *argv[3];
	static struct ct_event ev;
	trace_event_id_t id = ct_type("conformance a");
	trace_id_t trid;
	pid_t pid;

	if (ct_argv[1]) {
		ct_fire(ct_type("conformance a"), 21);
		_exit(CT_DONE);
	}
	if (!strchr(ct_argv[0], '/'))
		UNRESOLVED("run this program by its path");
	argv[0] = ct_argv[0];
	argv[1] = mode;
	argv[2] = NULL;
	trid = ct_running_inherited();
	SETUP(posix_spawn(&pid, ct_argv[0], NULL, NULL, argv, environ));
	ct_mind(pid);
	ct_reap(pid);
	if (!ct_find(ct_try, trid, &ev, id) || ct_number(&ev) != 21)
		FAIL("expected the event of the spawned program, got "
				"%d", ct_number(&ev));
	if (ev.info.posix_pid != pid)
		FAIL("expected pid %ld, got %ld", (long)pid, (long)ev.info.posix_pid);
	PASS("the spawned program is traced");
}
