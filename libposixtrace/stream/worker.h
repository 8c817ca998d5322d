/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * Threads of the library itself, and the end of the process that they would
 * put off for ever.
 *
 * A process ends, as by exit(0), when its last thread does.  The C library
 * counts threads of ours like any other, so a process whose main thread has
 * called pthread_exit() would stay when its own threads have ended, and with
 * all signals blocked in ours not even SIGTERM would end it.  So while there
 * are any, another one, the keeper, looks from time to time whether any thread
 * of the program is left; if none is, it starts one that calls exit(0), which
 * may give orders to the others.  The keeper has the program's descriptors,
 * which others may have parted from (base/fdtable.h): what exit() writes needs
 * them.
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
 * Start a thread that handles no signal of the application.  `worker` stays
 * until it has been joined.  ENOMEM.
 *
 * It has the nice value and the processors of who starts it, but not its
 * real-time policy: what it does may take long, and is in time for nobody
 * unless the application says so.
 */
int pxt_worker_start(struct pxt_worker *worker, void *(*run)(void *arg),
		     void *arg);
void pxt_worker_join(struct pxt_worker *worker);

/* Change or tell how it is scheduled; the errors of pthread_setschedparam(). */
int pxt_worker_set_scheduling(const struct pxt_worker *worker, int policy,
			      int priority);
int pxt_worker_get_scheduling(const struct pxt_worker *worker, int *policy,
			      int *priority);

/* Once a process, before anything else. */
void pxt_worker_prepare(void);

/* In a forked child, which has none of them. */
void pxt_worker_forget_all(void);

#endif
