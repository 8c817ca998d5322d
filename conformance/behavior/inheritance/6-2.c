/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * FORK-6: posix_spawn() is a fork and an exec: the new program is traced
 * into an inherited stream.
 *
 * Source: XSH posix_trace_attr_setinherited() DESCRIPTION, XSH posix_spawn()
 * DESCRIPTION; TRI; derived.
 *
 * One that was spawned spawns another.
 */
#define NEEDS (CT_INHERIT)
#include "confheir.h"
#include <spawn.h>

extern char **environ;

static pid_t spawned(char *mode)
{
	char *argv[3];
	pid_t pid;

	argv[0] = ct_argv[0];
	argv[1] = mode;
	argv[2] = NULL;
	SETUP(posix_spawn(&pid, ct_argv[0], NULL, NULL, argv, environ));
	ct_mind(pid);
	ct_reap(pid);
	return pid;
}

static void test(void)
{
	static char first[] = "1", second[] = "2";
	static struct ct_event ev;
	trace_event_id_t id = ct_type("conformance a");
	trace_id_t trid;

	if (ct_argv[1]) {
		ct_fire(id, atoi(ct_argv[1]));
		if (ct_argv[1][0] == '1')
			spawned(second);
		_exit(CT_DONE);
	}
	if (!strchr(ct_argv[0], '/'))
		UNRESOLVED("run this program by its path");
	trid = ct_running_inherited();
	spawned(first);
	if (!ct_find_number(ct_try, trid, &ev, 1))
		FAIL("expected the event of the spawned program");
	if (!ct_find_number(ct_try, trid, &ev, 2))
		FAIL("expected the event of the program that it spawned");
	PASS("both spawned programs are traced");
}
