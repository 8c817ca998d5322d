/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * EVENT-6: the event says which process and which thread recorded it, from
 * where, and when.
 *
 * Source: XSH 2.11.1 posix_trace_event_info Structure; TRC; shall.
 *
 * The thread, when the controller is another process, which sends what the
 * events have back to the traced one: only there it is a thread.
 */
#include "conftest.h"

enum { THREADS = 3 };

static struct ct_pipe go, done;
static int back[2];
static trace_event_id_t id;
static pthread_t self[THREADS];
static sem_t recorded, over;

static void *recorder(void *arg)
{
	int i = *(int *)arg;

	self[i] = pthread_self();
	ct_fire(id, 101 + i);
	sem_post(&recorded);
	sem_wait(&over);
	return NULL;
}

static void target(void)
{
	pthread_t threads[THREADS], told;
	int numbers[THREADS], i;

	id = ct_type("conformance a");
	sem_init(&recorded, 0, 0);
	sem_init(&over, 0, 0);
	ct_tell(done);
	ct_hear(go);
	for (i = 0; i < THREADS; i++) {
		numbers[i] = i;
		threads[i] = ct_thread(recorder, &numbers[i]);
		sem_wait(&recorded);
	}
	ct_tell(done);
	for (i = 0; i < THREADS; i++) {
		if (read(back[0], &told, sizeof(told)) != sizeof(told))
			UNRESOLVED("nothing came from the controller");
		if (!pthread_equal(told, self[i]))
			FAIL("event %d has not the thread that recorded it",
					101 + i);
	}
	for (i = 0; i < THREADS; i++)
		sem_post(&over);
	for (i = 0; i < THREADS; i++)
		ct_join(threads[i]);
	_exit(CT_DONE);
}

static void test(void)
{
	static struct ct_event ev;
	trace_attr_t attr;
	trace_id_t trid;
	pid_t pid;
	int err, i;

	go = ct_pipe();
	done = ct_pipe();
	SYSTEM(pipe(back));
	pid = ct_fork();
	if (pid == 0)
		target();
	ct_hear(done);
	err = posix_trace_create(pid, ct_plain(&attr, POSIX_TRACE_LOOP),
			&trid);
	if (err == EPERM)
		UNTESTED("a process may not trace its child here");
	ct_expect("posix_trace_create(pid of a child)", err, 0);
	EXPECT(posix_trace_start(trid), 0);
	ct_tell(go);
	ct_hear(done);
	for (i = 0; i < THREADS; i++) {
		if (!ct_find_number(ct_try, trid, &ev, 101 + i))
			FAIL("expected event %d of the child", 101 + i);
		if (write(back[1], &ev.info.posix_thread_id,
				sizeof(ev.info.posix_thread_id)) !=
				sizeof(ev.info.posix_thread_id))
			UNRESOLVED("write to a pipe: %s", strerror(errno));
	}
	ct_reap(pid);
	PASS("each of %d events of another process has its thread", THREADS);
}
