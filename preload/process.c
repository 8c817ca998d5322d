/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * Processes: fork, spawn, exec and exit.
 *
 * vfork() is not wrapped and cannot be: it returns twice to the same frame,
 * and the first return would have destroyed ours.  What its child calls here
 * is passed on and not recorded.
 *
 * An exec is recorded before the call, because it does not return, and once
 * more with the error if it does.  The end of the process is recorded as
 * late as possible, by our destructor; the status of a return from main()
 * is known because main() is called from here.
 */
#include "real.h"

#include "record.h"

#include <errno.h>
#include <stdarg.h>
#include <string.h>
#include <sys/syscall.h>

/* What exit() got, and from where, for the destructor. */
static atomic_int exit_status;
static const void *_Atomic exit_caller;

/* Set once the end of the process is recorded. */
static _Atomic pid_t exit_recorded;

static int (*program_main)(int, char **, char **);

static void record_fork(pid_t child, int status, const void *caller)
{
	struct posixtrace_process process = {
		.pid = child,
		.status = status,
	};

	if (!pxt_is_borrowed())
		pxt_record(POSIXTRACE_FORK, &process, sizeof(process), caller);
}

PXT_INTERPOSE pid_t fork(void)
{
	const void *caller = CALLER;
	pid_t child = REAL(fork)();

	if (child != 0 && pxt_recording(caller))
		record_fork(child, child < 0 ? -errno : 0, caller);
	return child;
}

PXT_INTERPOSE pid_t _Fork(void)
{
	const void *caller = CALLER;
	pid_t child = REAL(_Fork)();

	if (child == 0)
		pxt_take_possession();
	else if (pxt_recording(caller))
		record_fork(child, child < 0 ? -errno : 0, caller);
	return child;
}

/* The child is made and gone to exec inside libc: one event for both. */
#define SPAWN(pid, call)						\
	do {								\
		const void *caller = CALLER;				\
		pid_t child = 0;					\
		int err = call;						\
		if (err == 0 && (pid) != NULL)				\
			*(pid) = child;					\
		if (pxt_recording(caller))				\
			record_fork(err == 0 ? child : -1, -err, caller); \
		return err;						\
	} while (0)

PXT_INTERPOSE int posix_spawn(pid_t *pid, const char *path,
			      const posix_spawn_file_actions_t *actions,
			      const posix_spawnattr_t *attr,
			      char *const argv[], char *const envp[])
{
	SPAWN(pid, REAL(posix_spawn)(&child, path, actions, attr, argv, envp));
}

PXT_INTERPOSE int posix_spawnp(pid_t *pid, const char *file,
			       const posix_spawn_file_actions_t *actions,
			       const posix_spawnattr_t *attr,
			       char *const argv[], char *const envp[])
{
	SPAWN(pid, REAL(posix_spawnp)(&child, file, actions, attr, argv, envp));
}

static void record_exec(int fd, const char *path, int result,
			const void *caller)
{
	struct posixtrace_path exec = { .result = result, .flags = fd };
	size_t len;

	if (pxt_is_borrowed())
		return;
	/* A path that cannot be read is an error of the call, not a crash. */
	if (syscall(SYS_faccessat, AT_FDCWD, path, F_OK) != 0 &&
	    errno == EFAULT)
		return;
	len = strnlen(path, POSIXTRACE_PATH_MAX);
	memcpy(exec.path, path, len);
	pxt_record(POSIXTRACE_EXEC, &exec,
		   offsetof(struct posixtrace_path, path) + len, caller);
}

#define EXEC(fd, path, call)						\
	do {								\
		const void *caller = CALLER;				\
		if (pxt_recording(caller))				\
			record_exec(fd, path, 0, caller);		\
		call;							\
		int saved_errno = errno;				\
		if (pxt_recording(caller))				\
			record_exec(fd, path, -saved_errno, caller);	\
		errno = saved_errno;					\
		return -1;						\
	} while (0)

PXT_INTERPOSE int execve(const char *path, char *const argv[],
			 char *const envp[])
{
	EXEC(0, path, REAL(execve)(path, argv, envp));
}

PXT_INTERPOSE int execv(const char *path, char *const argv[])
{
	EXEC(0, path, REAL(execv)(path, argv));
}

PXT_INTERPOSE int execvp(const char *file, char *const argv[])
{
	EXEC(0, file, REAL(execvp)(file, argv));
}

PXT_INTERPOSE int execvpe(const char *file, char *const argv[],
			  char *const envp[])
{
	EXEC(0, file, REAL(execvpe)(file, argv, envp));
}

PXT_INTERPOSE int fexecve(int fd, char *const argv[], char *const envp[])
{
	EXEC(fd, "", REAL(fexecve)(fd, argv, envp));
}

/* How many arguments there are up to and with the NULL. */
static size_t count_arguments(const char *first, va_list args)
{
	size_t count = 1;

	for (const char *arg = first; arg != NULL; count++)
		arg = va_arg(args, const char *);
	return count;
}

static void copy_arguments(char **argv, size_t count, const char *first,
			   va_list args)
{
	argv[0] = (char *)(uintptr_t)first;
	for (size_t i = 1; i < count; i++)
		argv[i] = va_arg(args, char *);
}

/*
 * The arguments of an execl as an array on the stack.  The first pass counts
 * them, the second, which leaves `args` behind the NULL, copies them.
 */
#define LIST(argv, first, args)						\
	va_list args;							\
	va_start(args, first);						\
	size_t count = count_arguments(first, args);			\
	va_end(args);							\
	char *argv[count];						\
	va_start(args, first);						\
	copy_arguments(argv, count, first, args)

PXT_INTERPOSE int execl(const char *path, const char *arg, ...)
{
	LIST(argv, arg, args);
	va_end(args);
	EXEC(0, path, REAL(execv)(path, argv));
}

PXT_INTERPOSE int execlp(const char *file, const char *arg, ...)
{
	LIST(argv, arg, args);
	va_end(args);
	EXEC(0, file, REAL(execvp)(file, argv));
}

PXT_INTERPOSE int execle(const char *path, const char *arg, ...)
{
	LIST(argv, arg, args);
	char *const *envp = va_arg(args, char *const *);
	va_end(args);
	EXEC(0, path, REAL(execve)(path, argv, envp));
}

void pxt_record_exit(int status, const void *caller)
{
	struct posixtrace_process process = {
		.pid = getpid(),
		.status = status,
	};

	if (!pxt_recording(caller) || pxt_is_borrowed())
		return;
	/* Once a process; a child of fork() has its own end. */
	if (atomic_exchange(&exit_recorded, getpid()) == getpid())
		return;
	pxt_record(POSIXTRACE_EXIT, &process, sizeof(process), caller);
}

void pxt_process_fini(void)
{
	pxt_record_exit(atomic_load(&exit_status), atomic_load(&exit_caller));
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

/* A return from main() does not pass our exit(). */
static int main_main(int argc, char **argv, char **envp)
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
