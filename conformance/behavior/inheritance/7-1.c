/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * PROC-2: names opened later by parent, child or controller stay one map.
 *
 * Source: XSH fork() DESCRIPTION, XSH posix_trace_eventid_open() DESCRIPTION;
 * TRI; shall.
 */
#define NEEDS (CT_INHERIT)
#include "confheir.h"

static void test(void)
{
	char name[32], got[4096];
	struct ct_pipe p = ct_pipe();
	trace_event_id_t ids[20], theirs[20];
	trace_id_t trid;
	pid_t pid;
	int i;

	trid = ct_running_inherited();
	pid = ct_fork();
	for (i = 0; i < 20; i++) {	/* both at once, in different order */
		int k = pid ? i : 19 - i;

		snprintf(name, sizeof(name), "conformance %d", k);
		SETUP(posix_trace_eventid_open(name, &ids[k]));
	}
	if (pid == 0) {
		SYSTEM(write(p.fd[1], ids, sizeof(ids)));
		_exit(CT_DONE);
	}
	ct_reap(pid);
	SYSTEM(read(p.fd[0], theirs, sizeof(theirs)));
	for (i = 0; i < 20; i++) {
		if (!posix_trace_eventid_equal(trid, ids[i], theirs[i]))
			FAIL("name %d has two identifiers", i);
		snprintf(name, sizeof(name), "conformance %d", i);
		EXPECT(posix_trace_eventid_get_name(trid, ids[i], got), 0);
		if (strcmp(got, name) != 0)
			FAIL("expected \"%s\", got \"%.40s\"", name, got);
	}
	PASS("parent and child agree on 20 names");
}
