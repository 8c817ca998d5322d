/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * Running programs: exec and posix_spawn.
 *
 * A program that cannot load this library would not start, or print a warning:
 * one for another machine or another C library, or with the shared runtime of
 * AddressSanitizer; or any after chroot().  Its environment is passed on without
 * this library; it is not recorded, nor are the programs that it runs, and an event
 * reports that.
 *
 * An exec is recorded before the call, because it does not return, and once
 * more with the error if it does.  That of a child of vfork() is recorded in the
 * name of its parent's thread, that of posix_spawn() by the caller: both have the
 * child's pid as the result.  A failure in a child of vfork() is not recorded: it
 * would look like one of the parent.
 */
#include "real.h"

#include "calls.h"

#include <errno.h>
#include <stdarg.h>
#include <string.h>
#include <sys/syscall.h>

#include "base/program.h"

static const char our_name[] = "libposixtrace-preload.so";
static const char variable_name[] = "LD_PRELOAD=";

/* A larger environment is passed on as it is: the copy is on the stack. */
enum { MOST_VARIABLES = 8192 };

/* What the program is run with. */
struct command {
	bool by_fd;		/* fexecve(), with no path */
	int fd;			/* or -1 */
	const char *path;
	bool search;		/* in PATH */
	char *const *argv;
	char *const *envp;
};

/*
 * An address that cannot be read is an error of the call, not a crash, unless
 * the kernel cannot be asked.
 */
static bool is_readable(const void *address)
{
	return !pxt_may_call() ||
	       syscall(SYS_faccessat, AT_FDCWD, address, F_OK) == 0 ||
	       errno != EFAULT;
}

/* Bytes of which *page, if they are in it, is known to be readable. */
static bool is_readable_at(const void *bytes, size_t len, uintptr_t *page)
{
	const uintptr_t mask = ~(uintptr_t)4095;
	const uintptr_t first = (uintptr_t)bytes & mask;

	if (!pxt_may_call() ||
	    (first == *page && (((uintptr_t)bytes + len - 1) & mask) == first))
		return true;
	if (!pxt_is_readable(bytes, len))
		return false;
	*page = first;
	return true;
}

/* Is it the LD_PRELOAD with this library? */
static bool is_preload(const char *variable, uintptr_t *page)
{
	const size_t len = sizeof(variable_name) - 1;

	return is_readable_at(variable, len, page) &&
	       strncmp(variable, variable_name, len) == 0 &&
	       is_readable(variable) && strstr(variable, our_name) != NULL;
}

/* Its index in an environment, or -1. */
static int find_preload(char *const *envp, size_t *count)
{
	uintptr_t array = 1, strings = 1;
	int at = -1;
	size_t n = 0;

	if (envp == NULL)
		return -1;
	for (;; n++) {
		if (!is_readable_at(&envp[n], sizeof(envp[n]), &array))
			return -1;
		if (envp[n] == NULL)
			break;
		if (at < 0 && n < MOST_VARIABLES && is_preload(envp[n], &strings))
			at = (int)n;
	}
	*count = n;
	return n > MOST_VARIABLES ? -1 : at;
}

static bool is_this_library(const char *word, size_t len)
{
	const size_t ours = sizeof(our_name) - 1;

	return len >= ours &&
	       memcmp(word + len - ours, our_name, ours) == 0 &&
	       (len == ours || word[len - ours - 1] == '/');
}

/* The other libraries of LD_PRELOAD, also in place; false: there are none. */
static bool copy_others(char *to, const char *variable)
{
	const char *word = variable + sizeof(variable_name) - 1;
	char *begin = to + sizeof(variable_name) - 1;
	char *end = begin;

	memmove(to, variable_name, sizeof(variable_name) - 1);
	for (;;) {
		size_t len = strcspn(word, ": ");

		if (len != 0 && !is_this_library(word, len)) {
			if (end != begin)
				*end++ = ':';
			memmove(end, word, len);
			end += len;
		}
		word += len;
		if (*word == '\0')
			break;
		word++;
	}
	*end = '\0';
	return end != begin;
}

/* The environment without this library; both are as large as the original. */
static void remove_preload(char **without, char *variable, char *const *envp,
			 size_t at)
{
	bool others = copy_others(variable, envp[at]);
	size_t n = 0;

	for (size_t i = 0; envp[i] != NULL; i++)
		if (i != at)
			without[n++] = envp[i];
		else if (others)
			without[n++] = variable;
	without[n] = NULL;
}

void pxt_leave_environment(void)
{
	size_t count;
	int at = find_preload(environ, &count);

	if (at >= 0)
		copy_others(environ[at], environ[at]);
}

static enum pxt_program examine(const struct command *command)
{
	if (command->by_fd)
		return pxt_program_of_fd(command->fd);
	if (!is_readable(command->path))
		return PXT_PROGRAM_FITS;
	if (command->search)
		return pxt_program_of_name(command->path, getenv("PATH"));
	return pxt_program_of_path(command->path);
}

static __attribute__((noinline)) bool is_file(const char *word, size_t len)
{
	char path[len + 1];

	memcpy(path, word, len);
	path[len] = '\0';
	return syscall(SYS_faccessat, AT_FDCWD, path, R_OK) == 0;
}

/* Will the loader find this library?  Not after chroot(), and would say so. */
static bool is_found(const char *variable)
{
	const char *word = variable + sizeof(variable_name) - 1;

	for (;;) {
		size_t len = strcspn(word, ": ");

		if (len != 0 && word[0] == '/' && is_this_library(word, len) &&
		    !is_file(word, len))
			return false;
		word += len;
		if (*word == '\0')
			return true;
		word++;
	}
}

/*
 * Is the program to be run without this library?  Then its index in the
 * environment, and the size of that; else -1.  On an alternate signal stack, which
 * may have no room for the copy, it is always -1.  In a sandbox that kills for
 * what the library does when it is loaded, every program is.
 */
static int should_remove(const struct command *command, size_t *count,
			  const void *caller)
{
	int saved_errno = errno;
	int at = pxt_is_on_alternate() ? -1 :
		 find_preload(command->envp, count);
	enum pxt_program program = at < 0 || !pxt_may_call() ?
				   PXT_PROGRAM_FITS : examine(command);
	const bool is_lost = at >= 0 && pxt_may_call() &&
			     !is_found(command->envp[at]);
	pid_t child;

	if ((program != PXT_PROGRAM_FITS || is_lost) &&
	    pxt_recording(caller) && pxt_may_record_process(&child, caller))
		pxt_warn(command->path != NULL ? command->path : "fexecve",
			 is_lost ? "the preload library is not there, as after "
				   "chroot()" :
			 pxt_program_reason(program), 1, caller);
	errno = saved_errno;
	return is_lost || pxt_program_refuses(program) || !pxt_may_call() ?
	       at : -1;
}

/* `result`: an error, negative; or the pid of the child that executes; or 0. */
static void record_exec(const struct command *command, int result,
			const void *caller)
{
	const char *path = command->by_fd ? "" : command->path;
	struct posixtrace_path exec = {
		.result = result,
		.flags = command->by_fd ? command->fd : 0,
	};
	size_t len;

	if (path == NULL || !is_readable(path))
		return;
	len = strnlen(path, POSIXTRACE_PATH_MAX);
	memcpy(exec.path, path, len);
	pxt_record(POSIXTRACE_EXEC, &exec,
		   offsetof(struct posixtrace_path, path) + len, caller);
}

static void pass_on(const struct command *command, char *const *envp)
{
	if (command->by_fd)
		REAL(fexecve)(command->fd, command->argv, envp);
	else if (command->search)
		REAL(execvpe)(command->path, command->argv, envp);
	else
		REAL(execve)(command->path, command->argv, envp);
}

static __attribute__((noinline)) void
pass_on_without(const struct command *command, size_t at, size_t count)
{
	char *without[count + 1];
	char variable[strlen(command->envp[at]) + 1];

	remove_preload(without, variable, command->envp, at);
	pass_on(command, without);
}

static int execute(const struct command *command, const void *caller)
{
	size_t count;
	int at = should_remove(command, &count, caller);
	int saved_errno;
	pid_t child = 0;

	pxt_end_vfork();
	if (pxt_recording(caller) && pxt_may_record_process(&child, caller))
		record_exec(command, child, caller);
	if (at >= 0)
		pass_on_without(command, (size_t)at, count);
	else
		pass_on(command, command->envp);
	saved_errno = errno;
	if (pxt_recording(caller) && !pxt_shares_memory())
		record_exec(command, -saved_errno, caller);
	errno = saved_errno;
	return -1;
}

PXT_INTERPOSE int execve(const char *path, char *const argv[],
			 char *const envp[])
{
	return execute(&(struct command){
		.fd = -1, .path = path, .argv = argv, .envp = envp,
	}, CALLER);
}

PXT_INTERPOSE int execv(const char *path, char *const argv[])
{
	return execute(&(struct command){
		.fd = -1, .path = path, .argv = argv, .envp = environ,
	}, CALLER);
}

PXT_INTERPOSE int execvp(const char *file, char *const argv[])
{
	return execute(&(struct command){
		.fd = -1, .path = file, .search = true, .argv = argv,
		.envp = environ,
	}, CALLER);
}

PXT_INTERPOSE int execvpe(const char *file, char *const argv[],
			  char *const envp[])
{
	return execute(&(struct command){
		.fd = -1, .path = file, .search = true, .argv = argv,
		.envp = envp,
	}, CALLER);
}

PXT_INTERPOSE int fexecve(int fd, char *const argv[], char *const envp[])
{
	return execute(&(struct command){
		.by_fd = true, .fd = fd, .argv = argv, .envp = envp,
	}, CALLER);
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
	return execute(&(struct command){
		.fd = -1, .path = path, .argv = argv, .envp = environ,
	}, CALLER);
}

PXT_INTERPOSE int execlp(const char *file, const char *arg, ...)
{
	LIST(argv, arg, args);
	va_end(args);
	return execute(&(struct command){
		.fd = -1, .path = file, .search = true, .argv = argv,
		.envp = environ,
	}, CALLER);
}

PXT_INTERPOSE int execle(const char *path, const char *arg, ...)
{
	LIST(argv, arg, args);
	char *const *envp = va_arg(args, char *const *);
	va_end(args);
	return execute(&(struct command){
		.fd = -1, .path = path, .argv = argv, .envp = envp,
	}, CALLER);
}

/* What posix_spawn() takes besides. */
struct spawning {
	pid_t *pid;
	const posix_spawn_file_actions_t *actions;
	const posix_spawnattr_t *attr;
};

static int spawn(const struct command *command, char *const *envp,
		 const struct spawning *how, pid_t *child)
{
	return command->search ?
		REAL(posix_spawnp)(child, command->path, how->actions,
				   how->attr, command->argv, envp) :
		REAL(posix_spawn)(child, command->path, how->actions,
				  how->attr, command->argv, envp);
}

static __attribute__((noinline)) int
spawn_without(const struct command *command, size_t at, size_t count,
	    const struct spawning *how, pid_t *child)
{
	char *without[count + 1];
	char variable[strlen(command->envp[at]) + 1];

	remove_preload(without, variable, command->envp, at);
	return spawn(command, without, how, child);
}

/* The child is created and calls exec inside libc. */
static int record_spawn(const struct command *command,
			const struct spawning *how, const void *caller)
{
	size_t count;
	int at = should_remove(command, &count, caller);
	pid_t child = 0;
	int err = at >= 0 ?
		  spawn_without(command, (size_t)at, count, how, &child) :
		  spawn(command, command->envp, how, &child);

	if (err == 0 && how->pid != NULL)
		*how->pid = child;
	if (!pxt_recording(caller) || pxt_shares_memory())
		return err;
	pxt_record_fork(err == 0 ? child : -1, -err, caller);
	if (err == 0)
		record_exec(command, child, caller);
	return err;
}

PXT_INTERPOSE int posix_spawn(pid_t *pid, const char *path,
			      const posix_spawn_file_actions_t *actions,
			      const posix_spawnattr_t *attr,
			      char *const argv[], char *const envp[])
{
	return record_spawn(&(struct command){
		.fd = -1, .path = path, .argv = argv, .envp = envp,
	}, &(struct spawning){ pid, actions, attr }, CALLER);
}

PXT_INTERPOSE int posix_spawnp(pid_t *pid, const char *file,
			       const posix_spawn_file_actions_t *actions,
			       const posix_spawnattr_t *attr,
			       char *const argv[], char *const envp[])
{
	return record_spawn(&(struct command){
		.fd = -1, .path = file, .search = true, .argv = argv,
		.envp = envp,
	}, &(struct spawning){ pid, actions, attr }, CALLER);
}
