/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * EX-10: a debugger traces a child over its exec, and reads what it recorded
 * after its end.
 *
 * Source: XRAT B.2.11 Rationale on Trace for Debugging; TRC; derived.
 *
 * The child waits until the debugger has made and started the stream.
 */
#define NEEDS (CT_FILTER)
#include "conftest.h"

enum { EVENTS = 10 };

/* The program that is debugged knows nothing of it. */
static void debugged(void)
{
	trace_event_id_t id = ct_type("conformance debugged");
	int i;

	for (i = 0; i < EVENTS; i++)
		ct_fire(id, i);
	_exit(CT_DONE);
}

static void start_debugged(struct ct_pipe go)
{
	static char mode[] = "debugged";
	char *argv[3];

	ct_hear(go);
	argv[0] = ct_argv[0];
	argv[1] = mode;
	argv[2] = NULL;
	execv(argv[0], argv);
	_exit(CT_UNRESOLVED);
}

static void test(void)
{
	static struct ct_event ev;
	trace_event_id_t id;
	trace_attr_t attr;
	trace_id_t trid;
	struct ct_pipe go;
	pid_t pid;
	int i, err;

	if (ct_argv[1])
		debugged();
	if (!strchr(ct_argv[0], '/'))
		UNRESOLVED("run this program by its path");
	go = ct_pipe();
	pid = ct_fork();
	if (pid == 0)
		start_debugged(go);
	ct_attr(&attr, POSIX_TRACE_UNTIL_FULL, EVENTS, sizeof(i));
	err = posix_trace_create(pid, &attr, &trid);
	if (err == EPERM)
		UNTESTED("a process may not trace its child here");
	ct_setup("posix_trace_create", err);
	EXPECT(posix_trace_start(trid), 0);
	ct_tell(go);
	ct_reap(pid);
	EXPECT(posix_trace_trid_eventid_open(trid, "conformance debugged", &id), 0);
	for (i = 0; i < EVENTS; i++)
		if (!ct_find(ct_try, trid, &ev, id) || ct_number(&ev) != i ||
				ev.info.posix_pid != pid)
			FAIL("expected event %d of process %ld", i, (long)pid);
	EXPECT(posix_trace_shutdown(trid), 0);
	PASS("the %d events of the program were read after its end", EVENTS);
}
