/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * EX-10: a debugger traces a child over its exec, and reads what it recorded
 * after its end.
 *
 * Source: XRAT B.2.11 Rationale on Trace for Debugging; TRC; derived.
 *
 * While the program that is debugged runs, the debugger filters, reads, leaves
 * uninteresting code out and goes on at an interesting point.
 */
#define NEEDS (CT_FILTER)
#include "confexec.h"

static void next_part(void)
{
	ct_tell(ct_done);
	ct_hear(ct_go);
}

static void debugged(void)
{
	trace_event_id_t good = ct_type("conformance good");
	trace_event_id_t dull = ct_type("conformance dull");

	next_part();
	ct_fire(good, 1);
	ct_fire(dull, 2);
	next_part();
	ct_fire(good, 3);
	next_part();
	ct_fire(dull, 4);
	ct_fire(good, 5);
	ct_tell(ct_done);
	ct_hear(ct_go);
	ct_fire(good, 6);
	_exit(CT_DONE);
}

/* The next event of the program is this one. */
static void reads(trace_id_t trid, trace_event_id_t good, trace_event_id_t dull,
		int number, pid_t pid)
{
	static struct ct_event ev;

	do {
		if (!ct_try(trid, &ev))
			FAIL("expected event %d while the program runs", number);
	} while (!ct_is(trid, &ev, good) && !ct_is(trid, &ev, dull));
	if (ct_number(&ev) != number || ev.info.posix_pid != pid)
		FAIL("expected event %d of process %ld, got %d of %ld", number,
				(long)pid, ct_number(&ev),
				(long)ev.info.posix_pid);
}

static void lets(void)
{
	ct_tell(ct_go);
	ct_hear(ct_done);
}

static void debug(trace_id_t trid, pid_t pid)
{
	trace_event_id_t good, dull;
	trace_event_set_t set;

	EXPECT(posix_trace_start(trid), 0);
	lets();
	EXPECT(posix_trace_trid_eventid_open(trid, "conformance good", &good), 0);
	EXPECT(posix_trace_trid_eventid_open(trid, "conformance dull", &dull), 0);
	EXPECT(posix_trace_eventset_empty(&set), 0);
	EXPECT(posix_trace_eventset_add(dull, &set), 0);
	EXPECT(posix_trace_set_filter(trid, &set, POSIX_TRACE_ADD_EVENTSET), 0);
	lets();
	reads(trid, good, dull, 1, pid);
	EXPECT(posix_trace_stop(trid), 0);
	lets();
	EXPECT(posix_trace_start(trid), 0);
	lets();
	reads(trid, good, dull, 5, pid);
	ct_tell(ct_go);
	ct_reap(pid);
	reads(trid, good, dull, 6, pid);
}

static void test(void)
{
	trace_attr_t attr;
	trace_id_t trid;
	pid_t pid;
	int err;

	if (ct_mode())
		debugged();
	pid = ct_fork();
	if (pid == 0) {
		ct_hear(ct_go);
		ct_exec("debugged");
	}
	ct_attr(&attr, POSIX_TRACE_LOOP, 8, sizeof(int));
	err = posix_trace_create(pid, &attr, &trid);
	if (err == EPERM)
		UNTESTED("a process may not trace its child here");
	ct_setup("posix_trace_create", err);
	debug(trid, pid);
	EXPECT(posix_trace_shutdown(trid), 0);
	PASS("the debugger saw just what it asked for, while the program ran");
}
