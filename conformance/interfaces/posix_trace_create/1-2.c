/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * CREATE-1: the function makes an active stream that traces the process pid,
 * stores its identifier and gives 0.
 *
 * Source: XSH posix_trace_create() DESCRIPTION; TRC; shall.
 *
 * Another process of the same user; its events come with its pid.
 */
#include "confchild.h"

static void target(void)
{
	trace_event_id_t id = ct_type("conformance a");

	ct_until_traced();
	ct_fire(id, 11);
	ct_tell(ct_done);
	ct_hear(ct_go);
	_exit(CT_DONE);
}

static void test(void)
{
	static struct ct_event ev;
	trace_event_id_t id;
	char name[4096];
	trace_id_t trid;
	pid_t pid;
	int found = 0;

	trid = ct_traced_child(target, &pid);
	while (!found && ct_try(trid, &ev)) {
		id = ev.info.posix_event_id;
		SETUP(posix_trace_eventid_get_name(trid, id, name));
		found = strcmp(name, "conformance a") == 0;
	}
	if (!found || ct_number(&ev) != 11 || ev.info.posix_pid != pid)
		FAIL("expected event 11 of the child; found %d, number %d, "
				"pid %ld of %ld",
				found, ct_number(&ev),
				(long)ev.info.posix_pid, (long)pid);
	ct_tell(ct_go);
	ct_reap(pid);
	PASS("the child's event came with its pid");
}
