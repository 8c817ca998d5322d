/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* The rarer parts of read sections; see rcu.h. */
#include "base/rcu.h"

#include <linux/membarrier.h>
#include <pthread.h>
#include <signal.h>
#include <stddef.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "base/helgrind.h"
#include "base/quiet.h"

__thread bool pxt_rcu_inside __attribute__((tls_model("initial-exec")));

static _Atomic bool is_used;		/* a thread has registered */
static __thread bool fork_is_ours
	__attribute__((tls_model("initial-exec")));

static bool signal_mask_can_change(void)
{
	sigset_t none;

	sigemptyset(&none);
	return pthread_sigmask(SIG_BLOCK, &none, NULL) == 0;
}

/* Room for the records of some hundred threads. */
static bool has_memory(void)
{
	const size_t size = 64 << 10;
	void *memory = mmap(NULL, size, PROT_READ | PROT_WRITE,
			    MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	return memory != MAP_FAILED && munmap(memory, size) == 0;
}

bool pxt_rcu_register(void)
{
	if (!signal_mask_can_change() || !has_memory())
		return false;
	pxt_store_relaxed(&is_used, true);
	urcu_bp_register();
	/* helgrind takes these words, which liburcu orders by membarrier, for
	 * plain ones. */
	pxt_helgrind_ignore_object(urcu_bp_gp);
	pxt_helgrind_ignore(URCU_TLS(urcu_bp_reader),
			    sizeof(*URCU_TLS(urcu_bp_reader)));
	return true;
}

void pxt_rcu_end_abandoned(void)
{
	pxt_rcu_inside = false;
	/* A section may have just begun or ended. */
	if (urcu_bp_read_ongoing())
		urcu_bp_read_unlock();
}

static bool membarrier_is_as_before(void)
{
	return !urcu_bp_has_sys_membarrier ||
	       syscall(SYS_membarrier, MEMBARRIER_CMD_PRIVATE_EXPEDITED, 0, 0)
	       == 0;
}

bool pxt_rcu_can_wait(void)
{
	if (!signal_mask_can_change())
		return false;
	if (!URCU_TLS(urcu_bp_reader))
		return membarrier_is_as_before();
	if (pxt_rcu_inside)
		pxt_rcu_end_abandoned();
	return !urcu_bp_read_ongoing() && membarrier_is_as_before();
}

void pxt_rcu_wait(void)
{
	urcu_bp_synchronize_rcu();
	pxt_tsan_acquire(&urcu_bp_gp);
}

/* That is not so between urcu_bp_before_fork() and urcu_bp_after_fork_...(). */
static bool a_signal_is_unblocked(void)
{
	sigset_t all, blocked;

	sigfillset(&all);
	sigdelset(&all, SIGKILL);
	sigdelset(&all, SIGSTOP);
	/* A sandbox forbids it: liburcu would abort the program. */
	if (pthread_sigmask(SIG_BLOCK, NULL, &blocked) != 0)
		return false;
	for (int number = 1; number < _NSIG; number++)
		if (sigismember(&all, number) == 1 &&
		    sigismember(&blocked, number) != 1)
			return true;
	return false;
}

/*
 * A program that uses liburcu itself calls urcu_bp_before_fork() before it
 * forks.  A second call would deadlock: the locks are not recursive.
 */
static void before_fork(void)
{
	fork_is_ours = pxt_load_relaxed(&is_used) && !pxt_is_quiet() &&
		       a_signal_is_unblocked();
	if (fork_is_ours)
		urcu_bp_before_fork();
}

static void after_fork_parent(void)
{
	if (fork_is_ours)
		urcu_bp_after_fork_parent();
}

static void after_fork_child(void)
{
	if (fork_is_ours)
		urcu_bp_after_fork_child();
}

void pxt_rcu_prepare(void)
{
	pthread_atfork(before_fork, after_fork_parent, after_fork_child);
}
