/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * EX-2: a controller that opens its log for writing only, filters, and
 * leaves uninteresting code out.
 *
 * Source: XRAT B.2.11 Trace Operation Control; TRL; derived.
 *
 * The traced process is another one.
 */
#define NEEDS (CT_FILTER | CT_LOG)
#include "conftest.h"

static struct ct_pipe go, done;

/* It goes from one part of its code to the next when it hears. */
static void traced(void)
{
	trace_event_id_t good = ct_type("conformance good");
	trace_event_id_t dull = ct_type("conformance dull");

	ct_tell(done);
	ct_hear(go);
	ct_fire(good, 1);
	ct_fire(dull, 2);
	ct_tell(done);
	ct_hear(go);
	ct_fire(good, 4);
	ct_tell(done);
	ct_hear(go);
	ct_fire(dull, 8);
	ct_tell(done);
	ct_hear(go);
	_exit(CT_DONE);
}

static void next_part(void)
{
	ct_tell(go);
	ct_hear(done);
}

static void control(trace_id_t trid)
{
	trace_event_set_t set;
	trace_event_id_t dull;

	EXPECT(posix_trace_trid_eventid_open(trid, "conformance dull", &dull), 0);
	EXPECT(posix_trace_eventset_empty(&set), 0);
	EXPECT(posix_trace_eventset_add(dull, &set), 0);
	EXPECT(posix_trace_set_filter(trid, &set, POSIX_TRACE_SET_EVENTSET), 0);
	EXPECT(posix_trace_start(trid), 0);
	next_part();
	EXPECT(posix_trace_stop(trid), 0);
	next_part();
	EXPECT(posix_trace_start(trid), 0);
	EXPECT(posix_trace_set_filter(trid, &set, POSIX_TRACE_SUB_EVENTSET), 0);
	next_part();
	EXPECT(posix_trace_stop(trid), 0);
}

static void test(void)
{
	trace_event_id_t good, dull;
	static struct ct_event ev;
	int fd, err, sum = 0, dulls = 0;
	trace_attr_t attr;
	trace_id_t trid;
	pid_t pid;

	go = ct_pipe();
	done = ct_pipe();
	pid = ct_fork();
	if (pid == 0)
		traced();
	ct_hear(done);
	close(ct_file());
	fd = SYSTEM(open(ct_path, O_WRONLY | O_CREAT | O_TRUNC, 0600));
	ct_init(&attr);
	err = posix_trace_create_withlog(pid, &attr, fd, &trid);
	if (err == EPERM)
		UNTESTED("a process may not trace its child here");
	ct_expect("posix_trace_create_withlog(pid of a child)", err, 0);
	control(trid);
	EXPECT(posix_trace_get_attr(trid, &attr), 0);
	EXPECT(posix_trace_shutdown(trid), 0);
	EXPECT(posix_trace_attr_destroy(&attr), 0);
	ct_tell(go);
	ct_reap(pid);
	close(fd);
	trid = ct_reopen();
	good = ct_type_in(trid, "conformance good");
	dull = ct_type_in(trid, "conformance dull");
	while (ct_read(trid, &ev)) {
		if (ct_is(trid, &ev, good))
			sum += ct_number(&ev);
		if (ct_is(trid, &ev, dull))
			dulls += ct_number(&ev);
	}
	if (sum != 1 || dulls != 8)
		FAIL("expected the numbers 1 and 8, got %d and %d", sum, dulls);
	PASS("the log has just what was asked for of another process");
}
