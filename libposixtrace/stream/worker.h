/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * Threads of the library itself, and the end of a process that they would
 * otherwise keep alive.
 *
 * A process ends, as by exit(0), when its last thread does.  The C library
 * counts our threads like any other.  So a process whose main thread has
 * called pthread_exit() would stay after its own threads have ended, and
 * because our threads block all signals, not even SIGTERM would end it.
 * Therefore, while there are any, another one, the keeper, checks from time to
 * time whether any thread of the program is left.  If none is, it starts a
 * thread that calls exit(0), which may give requests to the others.  The
 * keeper uses the program's descriptor table, from which others may have
 * separated (base/fdtable.h): exit() needs those descriptors for what it
 * writes.
 */
#ifndef PXT_STREAM_WORKER_H
#define PXT_STREAM_WORKER_H

#include <pthread.h>

struct pxt_worker {
	pthread_t thread;
	void *(*run)(void *arg);
	void *arg;
};

/*
 * Start a thread that handles no signal of the application.  `worker` must
 * exist until the thread has been joined.  ENOMEM.
 *
 * It has the nice value and the CPU affinity of the calling thread, but not
 * its real-time policy: its work may take long, and must not preempt the
 * application unless the application asks for it.
 */
int pxt_worker_start(struct pxt_worker *worker, void *(*run)(void *arg),
		     void *arg);
void pxt_worker_join(struct pxt_worker *worker);

/* Set or get its scheduling; the errors of pthread_setschedparam(). */
int pxt_worker_set_scheduling(const struct pxt_worker *worker, int policy,
			      int priority);
int pxt_worker_get_scheduling(const struct pxt_worker *worker, int *policy,
			      int *priority);

/* Once per process, before anything else. */
void pxt_worker_prepare(void);

/* In a forked child, which has none of these threads. */
void pxt_worker_forget_all(void);

#endif
