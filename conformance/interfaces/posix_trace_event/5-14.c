/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * EVENT-6: the event says which process and which thread recorded it, from
 * where, and when.
 *
 * Source: XSH 2.11.1 posix_trace_event_info Structure; TRC; shall.
 *
 * The thread, in a child that inherits the stream.  The parent sends what the
 * events have to the child: only there it is a thread.
 */
#define NEEDS (CT_INHERIT)
#include "conftest.h"

static trace_event_id_t id;
static struct ct_pipe recorded;
static int back[2];

static void *recorder(void *arg)
{
	ct_fire(id, 102);
	return arg;
}

static pthread_t told(void)
{
	pthread_t thread;

	if (read(back[0], &thread, sizeof(thread)) != sizeof(thread))
		UNRESOLVED("nothing came from the controller");
	return thread;
}

/* The second thread is joined last, so that nobody else gets its number. */
static void child(void)
{
	pthread_t second, said[2];

	ct_fire(id, 101);
	second = ct_thread(recorder, NULL);
	ct_tell(recorded);
	said[0] = told();
	said[1] = told();
	if (!pthread_equal(said[0], pthread_self()))
		FAIL("the event of the first thread of a child has another");
	if (!pthread_equal(said[1], second))
		FAIL("the event of the second thread of a child has another");
	ct_join(second);
	_exit(CT_DONE);
}

static void test(void)
{
	static struct ct_event ev;
	trace_attr_t attr;
	trace_id_t trid;
	pid_t pid;
	int i;

	id = ct_type("conformance a");
	recorded = ct_pipe();
	SYSTEM(pipe(back));
	ct_attr(&attr, POSIX_TRACE_LOOP, 8, 64);
	SETUP(posix_trace_attr_setinherited(&attr, POSIX_TRACE_INHERITED));
	ct_room(&attr, 8, 64);
	trid = ct_running(&attr);
	pid = ct_fork();
	if (pid == 0)
		child();
	ct_hear(recorded);
	for (i = 0; i < 2; i++) {
		int found = 0;

		CT_UNTIL((found = ct_find_number(ct_try, trid, &ev, 101 + i)));
		if (!found)
			FAIL("expected event %d of the child", 101 + i);
		if (write(back[1], &ev.info.posix_thread_id,
				sizeof(ev.info.posix_thread_id)) !=
				sizeof(ev.info.posix_thread_id))
			UNRESOLVED("write to a pipe: %s", strerror(errno));
	}
	ct_reap(pid);
	PASS("the events of a child have its threads");
}
