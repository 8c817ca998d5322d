/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * Processes: fork and exit; vfork() is in vfork.c, exec and posix_spawn in
 * exec.c.
 *
 * The end of the process is recorded as late as possible, by the destructor of
 * this library; the status of a return from main() is known because main() is
 * called from here.
 */
#include "real.h"

#include "record.h"

#include <errno.h>

/* What exit() got, and from where, for the destructor. */
static atomic_int exit_status;
static const void *_Atomic exit_caller;

/* Set once the end of the process is recorded. */
static _Atomic pid_t exit_recorded;

static int (*program_main)(int, char **, char **);

void pxt_record_fork(pid_t child, int status, const void *caller)
{
	struct posixtrace_process process = {
		.pid = child,
		.status = status,
	};

	pxt_record(POSIXTRACE_FORK, &process, sizeof(process), caller);
}

static __thread const void *fork_caller
	__attribute__((tls_model("initial-exec")));

const void *pxt_fork_caller(void)
{
	return fork_caller;
}

PXT_INTERPOSE pid_t fork(void)
{
	const void *caller = CALLER;
	pid_t child;

	fork_caller = caller;
	child = REAL(fork)();
	fork_caller = NULL;
	if (child != 0 && pxt_recording(caller) && !pxt_shares_memory())
		pxt_record_fork(child, child < 0 ? -errno : 0, caller);
	return child;
}

PXT_INTERPOSE pid_t _Fork(void)
{
	const void *caller = CALLER;
	pid_t parent = pxt_own_pid();
	pid_t child = REAL(_Fork)();

	if (child == 0) {
		pxt_own_memory();
		pxt_record_child(parent, caller);
	} else if (pxt_recording(caller) && !pxt_shares_memory()) {
		pxt_record_fork(child, child < 0 ? -errno : 0, caller);
	}
	return child;
}

/* Once a process; a child of fork() has its own end. */
static void record_end(int status, const void *caller)
{
	const struct posixtrace_process process = {
		.pid = pxt_own_pid(),
		.status = status,
	};

	if (atomic_exchange(&exit_recorded, process.pid) != process.pid)
		pxt_record(POSIXTRACE_EXIT, &process, sizeof(process), caller);
}

void pxt_record_exit(int status, const void *caller)
{
	pid_t child;

	pxt_end_vfork();
	/* A child of vfork() is recorded here, if it has not been. */
	if (pxt_recording(caller) && pxt_may_record_process(&child, caller) &&
	    child == 0)
		record_end(status, caller);
}

void pxt_process_fini(void)
{
	const int status = atomic_load(&exit_status);
	const void *caller = atomic_load(&exit_caller);

	/* No child of vfork() calls destructors. */
	if (pxt_may_call())
		pxt_record_exit(status, caller);
	else if (pxt_recording(caller))
		record_end(status, caller);
}

PXT_INTERPOSE void exit(int status)
{
	atomic_store(&exit_status, status);
	atomic_store(&exit_caller, CALLER);
	REAL(exit)(status);
	__builtin_unreachable();
}

PXT_INTERPOSE void _exit(int status)
{
	pxt_record_exit(status, CALLER);
	REAL(_exit)(status);
	__builtin_unreachable();
}

PXT_INTERPOSE void _Exit(int status)
{
	pxt_record_exit(status, CALLER);
	REAL(_Exit)(status);
	__builtin_unreachable();
}

PXT_INTERPOSE void quick_exit(int status)
{
	pxt_record_exit(status, CALLER);
	REAL(quick_exit)(status);
	__builtin_unreachable();
}

/* A return from main() does not call the exit() below. */
static PXT_CALLS_PROGRAM int main_main(int argc, char **argv, char **envp)
{
	int status = program_main(argc, argv, envp);

	atomic_store(&exit_status, status);
	atomic_store(&exit_caller, (const void *)(uintptr_t)program_main);
	return status;
}

PXT_INTERPOSE int __libc_start_main(int (*main)(int, char **, char **),
				    int argc, char **argv, void (*init)(void),
				    void (*fini)(void),
				    void (*rtld_fini)(void), void *stack_end)
{
	program_main = main;
	return REAL(__libc_start_main)(main_main, argc, argv, init, fini,
				       rtld_fini, stack_end);
}
