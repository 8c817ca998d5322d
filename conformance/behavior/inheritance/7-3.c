/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * PROC-2: names opened later by parent, child or controller stay one map.
 *
 * Source: XSH fork() DESCRIPTION, XSH posix_trace_eventid_open() DESCRIPTION; TRI;
 * shall.
 *
 * A name that a child opens is in the list of the stream that it has inherited.
 */
#define NEEDS (CT_INHERIT)
#include "confheir.h"

static void test(void)
{
	trace_id_t trid = ct_running_inherited();
	trace_event_id_t id;
	pid_t pid = ct_fork();

	if (pid == 0) {
		SETUP(posix_trace_eventid_open("conformance child", &id));
		_exit(CT_DONE);
	}
	ct_reap(pid);
	if (!ct_has_type(trid, "conformance child", &id))
		FAIL("the list of the stream lacks the name that a child opened");
	PASS("the name of the child is in the list of the stream");
}
