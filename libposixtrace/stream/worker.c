/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* The library's own threads; see worker.h. */
#include "stream/worker.h"

#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/prctl.h>

#include "base/atomic.h"
#include "base/futex.h"
#include "base/guard.h"
#include "base/helgrind.h"
#include "base/mutex.h"
#include "base/proc.h"

/* Without its main thread a process may end at any moment. */
enum { LOOK_NS = 500000000, LOOK_HEADLESS_NS = 100000000 };

/*
 * Their number, and above that a count of changes.  Each counts itself while
 * it runs, so there are never fewer than this says.  Threads that are just
 * starting or ending are taken for the program's, which only delays the end of
 * the process.
 */
#define CHANGE (UINT64_C(1) << 32)

static _Atomic uint64_t workers;
static _Atomic uint32_t exiting;

static struct {
	pthread_mutex_t lock;
	/* number of other threads that need it */
	unsigned users;
	struct pxt_worker worker;
	_Atomic uint32_t stop;
	sigset_t mask;			/* of the thread that started it */
} keeper;

/*
 * Every thread may do that.  Done by the thread itself, and only if necessary,
 * so a sandbox need not allow it for an ordinary program.
 */
static void be_ordinary(void)
{
	struct sched_param param;
	int policy;

	if (pthread_getschedparam(pthread_self(), &policy, &param) != 0 ||
	    (policy != SCHED_FIFO && policy != SCHED_RR))
		return;
	param.sched_priority = 0;
	pthread_setschedparam(pthread_self(), SCHED_OTHER, &param);
}

static void *run(void *arg)
{
	struct pxt_worker *worker = arg;
	void *result;

	be_ordinary();
	atomic_fetch_add(&workers, CHANGE + 1);
	result = worker->run(worker->arg);
	atomic_fetch_add(&workers, CHANGE - 1);
	return result;
}

static int start(struct pxt_worker *worker, void *(*function)(void *arg),
		 void *arg, sigset_t *mask)
{
	pthread_attr_t attr;
	sigset_t all;
	int err;

	worker->run = function;
	worker->arg = arg;
	pthread_attr_init(&attr);
	pthread_attr_setstacksize(&attr, 256 << 10);
	pxt_guard_fill(&all);
	err = pthread_sigmask(SIG_BLOCK, &all, mask);
	if (!err) {
		err = pthread_create(&worker->thread, &attr, run, worker);
		pthread_sigmask(SIG_SETMASK, mask, NULL);
	}
	pthread_attr_destroy(&attr);
	return err ? ENOMEM : 0;
}

static void *end_process(void *mask)
{
	sigset_t *its = mask;

	pthread_sigmask(SIG_SETMASK, its, NULL);
	free(its);
	exit(0);
}

/*
 * Start a thread for exit(): handlers that the application registered may need
 * a stack of the usual size, and our threads have to finish their logs
 * meanwhile.  Its signal mask is that of the thread which caused the keeper to
 * be started.  False: not now.
 */
static bool start_ending(void)
{
	sigset_t *mask = malloc(sizeof(*mask));
	pthread_t thread;

	if (!mask)
		return false;
	*mask = keeper.mask;
	if (pthread_create(&thread, NULL, end_process, mask) != 0) {
		free(mask);
		return false;
	}
	pthread_detach(thread);
	return true;
}

/* Returns how long to wait before the next check. */
static uint64_t check_for_exit(void)
{
	uint64_t before = atomic_load(&workers);
	uint64_t others;
	uint32_t nobody = 0;

	if (!pxt_proc_is_headless(&others))
		return LOOK_NS;
	if (others == (uint32_t)before && atomic_load(&workers) == before &&
	    atomic_compare_exchange_strong(&exiting, &nobody, 1) &&
	    !start_ending())
		pxt_store_relaxed(&exiting, 0);
	return LOOK_HEADLESS_NS;
}

static void *keep(void *unused)
{
	prctl(PR_SET_NAME, "posixtrace-end");
	for (uint64_t rest = LOOK_NS; !pxt_load_relaxed(&keeper.stop);
	     rest = check_for_exit())
		pxt_futex_wait_ns(&keeper.stop, 0, rest);
	return unused;
}

/* Started with the first of the others. */
static int hire_keeper(void)
{
	int err = 0;

	pthread_mutex_lock(&keeper.lock);
	if (keeper.users == 0) {
		pxt_store_relaxed(&keeper.stop, 0);
		err = start(&keeper.worker, keep, NULL, &keeper.mask);
	}
	keeper.users += !err;
	pthread_mutex_unlock(&keeper.lock);
	return err;
}

static void dismiss_keeper(void)
{
	pthread_mutex_lock(&keeper.lock);
	if (--keeper.users == 0) {
		pxt_store_relaxed(&keeper.stop, 1);
		pxt_futex_wake(&keeper.stop);
		pthread_join(keeper.worker.thread, NULL);
	}
	pthread_mutex_unlock(&keeper.lock);
}

int pxt_worker_start(struct pxt_worker *worker, void *(*function)(void *arg),
		     void *arg)
{
	sigset_t mask;
	int err = pxt_futex_is_allowed() ? hire_keeper() : ENOMEM;

	if (err)
		return err;
	err = start(worker, function, arg, &mask);
	if (err)
		dismiss_keeper();
	return err;
}

void pxt_worker_join(struct pxt_worker *worker)
{
	pthread_join(worker->thread, NULL);
	dismiss_keeper();
}

int pxt_worker_set_scheduling(const struct pxt_worker *worker, int policy,
			      int priority)
{
	const struct sched_param param = { .sched_priority = priority };

	return pthread_setschedparam(worker->thread, policy, &param);
}

int pxt_worker_get_scheduling(const struct pxt_worker *worker, int *policy,
			      int *priority)
{
	struct sched_param param;
	int err = pthread_getschedparam(worker->thread, policy, &param);

	if (!err)
		*priority = param.sched_priority;
	return err;
}

void pxt_worker_prepare(void)
{
	pxt_mutex_init(&keeper.lock);
	pxt_helgrind_ignore_object(keeper.stop);
	pxt_helgrind_ignore_object(workers);
	pxt_helgrind_ignore_object(exiting);
}

void pxt_worker_forget_all(void)
{
	pxt_store_relaxed(&workers, 0);
	pxt_store_relaxed(&exiting, 0);
	keeper.users = 0;
	/* Another thread of the parent may have held it. */
	pxt_worker_prepare();
}
