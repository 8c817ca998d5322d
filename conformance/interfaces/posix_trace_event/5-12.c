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
#include "confchild.h"

enum { THREADS = 3 };

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
	ct_until_traced();
	for (i = 0; i < THREADS; i++) {
		numbers[i] = i;
		threads[i] = ct_thread(recorder, &numbers[i]);
		sem_wait(&recorded);
	}
	ct_tell(ct_done);
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
	trace_id_t trid;
	pid_t pid;
	int i;

	SYSTEM(pipe(back));
	trid = ct_traced_child(target, &pid);
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
