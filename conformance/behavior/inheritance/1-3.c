/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * FORK-1: with POSIX_TRACE_INHERITED a child is traced into the same stream,
 * with its own pid and its parent's names.
 *
 * Source: XSH fork() DESCRIPTION; TRI; shall.
 *
 * A name that the child opens is known to the stream.
 */
#define NEEDS (CT_INHERIT)
#include "confheir.h"

static void test(void)
{
	static struct ct_event ev;
	char name[4096];
	trace_id_t trid;
	pid_t pid;

	trid = ct_running_inherited();
	pid = ct_fork();
	if (pid == 0) {
		ct_fire(ct_type("conformance child"), 4444);
		_exit(CT_DONE);
	}
	ct_reap(pid);
	if (!ct_find_number(ct_try, trid, &ev, 4444))
		FAIL("expected an event with the number 4444; none came");
	EXPECT(posix_trace_eventid_get_name(trid, ev.info.posix_event_id, name), 0);
	if (strcmp(name, "conformance child") != 0)
		FAIL("expected \"conformance child\", got \"%.40s\"", name);
	PASS("the stream knows the child's name");
}
