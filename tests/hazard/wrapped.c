/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

#include "wrapped.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/futex.h>
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

struct hz_failing hz_failing = { .kind = HZ_RESOURCES };

static bool fails_of(enum hz_kind kind, int err)
{
	uint32_t n;

	if (kind != hz_failing.kind)
		return false;
	n = ++hz_failing.calls;
	if (!hz_failing.first || n < hz_failing.first || n > hz_failing.last)
		return false;
	hz_failing.lacks = err == ENOMEM || err == EMFILE;
	errno = err;
	return true;
}

static bool fails(int err)
{
	return fails_of(HZ_RESOURCES, err);
}

/* name, type of the result, result of a failure, errno, parameters,
 * arguments */
#define WRAP(name, type, failure, err, params, args)			\
	type __real_##name params;					\
	type __wrap_##name params;					\
	type __wrap_##name params					\
	{								\
		return fails(err) ? (failure) : __real_##name args;	\
	}

/* The C library has a second name for the same function, which programs
 * compiled with a 64-bit off_t use. */
#define WRAP_64(name, type, failure, err, params, args)			\
	WRAP(name, type, failure, err, params, args)			\
	WRAP(name##64, type, failure, err, params, args)

WRAP(malloc, void *, NULL, ENOMEM, (size_t size), (size))
WRAP(calloc, void *, NULL, ENOMEM, (size_t n, size_t size), (n, size))
WRAP(realloc, void *, NULL, ENOMEM, (void *p, size_t size), (p, size))
WRAP(reallocarray, void *, NULL, ENOMEM, (void *p, size_t n, size_t size),
     (p, n, size))
WRAP_64(mmap, void *, MAP_FAILED, ENOMEM,
     (void *at, size_t size, int prot, int flags, int fd, off_t offset),
     (at, size, prot, flags, fd, offset))
WRAP_64(ftruncate, int, -1, ENOSPC, (int fd, off_t size), (fd, size))
WRAP_64(fallocate, int, -1, ENOSPC, (int fd, int mode, off_t at, off_t size),
     (fd, mode, at, size))
WRAP(mkdir, int, -1, EROFS, (const char *path, mode_t mode), (path, mode))
WRAP(linkat, int, -1, ENOSPC,
     (int from, const char *old, int to, const char *new, int flags),
     (from, old, to, new, flags))
/* The library removes only files of its user; if it cannot find out the owner,
 * the file stays.  In reality fstat() of an open file does not fail. */
#define WRAP_FSTAT(name)						\
	int __real_##name(int fd, struct stat *st);			\
	int __wrap_##name(int fd, struct stat *st);			\
	int __wrap_##name(int fd, struct stat *st)			\
	{								\
		return !hz_failing.tells_owners && fails(EIO) ? -1 :		\
		       __real_##name(fd, st);				\
	}

WRAP_FSTAT(fstat)
WRAP_FSTAT(fstat64)
WRAP_64(stat, int, -1, EACCES, (const char *path, struct stat *st), (path, st))
WRAP_64(pwritev, ssize_t, -1, EIO,
     (int fd, const struct iovec *iov, int n, off_t at), (fd, iov, n, at))
WRAP_64(pread, ssize_t, -1, EIO, (int fd, void *to, size_t n, off_t at),
     (fd, to, n, at))
WRAP(read, ssize_t, -1, EIO, (int fd, void *to, size_t n), (fd, to, n))
WRAP(readlink, ssize_t, -1, EACCES, (const char *path, char *to, size_t n),
     (path, to, n))
WRAP(getrandom, ssize_t, -1, ENOSYS, (void *to, size_t n, unsigned flags),
     (to, n, flags))
WRAP(fdopendir, DIR *, NULL, ENOMEM, (int fd), (fd))
WRAP(pthread_create, int, EAGAIN, EAGAIN,
     (pthread_t *thread, const pthread_attr_t *attr, void *(*run)(void *),
      void *arg), (thread, attr, run, arg))

/* The library creates files with these bits only. */
#define WRAP_OPEN(name)							\
	int __real_##name(const char *path, int flags, ...);		\
	int __wrap_##name(const char *path, int flags, ...);		\
	int __wrap_##name(const char *path, int flags, ...)		\
	{								\
		return fails(EMFILE) ? -1 :				\
		       __real_##name(path, flags, 0600);		\
	}

#define WRAP_OPENAT(name)						\
	int __real_##name(int dir, const char *path, int flags, ...);	\
	int __wrap_##name(int dir, const char *path, int flags, ...);	\
	int __wrap_##name(int dir, const char *path, int flags, ...)	\
	{								\
		return fails(EMFILE) ? -1 :				\
		       __real_##name(dir, path, flags, 0600);		\
	}

#define WRAP_FCNTL(name)						\
	int __real_##name(int fd, int command, ...);			\
	int __wrap_##name(int fd, int command, ...);			\
	int __wrap_##name(int fd, int command, ...)			\
	{								\
		va_list args;						\
		long arg;						\
									\
		va_start(args, command);				\
		arg = va_arg(args, long);				\
		va_end(args);						\
		return fails(EMFILE) ? -1 :				\
		       __real_##name(fd, command, arg);			\
	}

WRAP_OPEN(open)
WRAP_OPEN(open64)
WRAP_OPENAT(openat)
WRAP_OPENAT(openat64)
WRAP_FCNTL(fcntl)
WRAP_FCNTL(fcntl64)

/*
 * What orders threads and processes.  The locks that another one holds, and the
 * sleep that a signal ends, are ordinary; ENOSYS and EPERM are a sandbox.
 */
int __real_flock(int fd, int operation);
int __wrap_flock(int fd, int operation);
int __wrap_flock(int fd, int operation)
{
	/* The release of a lock that is held does not fail. */
	if (operation != LOCK_UN && fails_of(HZ_ORDER, EWOULDBLOCK))
		return -1;
	return __real_flock(fd, operation);
}

/* A mask that was not read is whatever was in that memory. */
static void scribble(void *mask, size_t size)
{
	if (mask)
		memset(mask, 0x5a, size);
}

int __real_pthread_sigmask(int how, const sigset_t *set, sigset_t *old);
int __wrap_pthread_sigmask(int how, const sigset_t *set, sigset_t *old);
int __wrap_pthread_sigmask(int how, const sigset_t *set, sigset_t *old)
{
	/* Where a sandbox forbids to restore the mask, nobody can. */
	if (how == SIG_BLOCK && fails_of(HZ_ORDER, EPERM)) {
		scribble(old, sizeof(*old));
		return EPERM;
	}
	return __real_pthread_sigmask(how, set, old);
}

static bool futex_fails(int operation)
{
	switch (operation & FUTEX_CMD_MASK) {
	case FUTEX_WAIT:
	case FUTEX_WAIT_BITSET:
		return fails_of(HZ_ORDER, EINTR);
	case FUTEX_LOCK_PI:
	case FUTEX_UNLOCK_PI:
		return fails_of(HZ_ORDER, ENOSYS);
	default:
		/* To wake whoever waits does not fail. */
		return false;
	}
}

static bool system_call_fails(long number, const long args[6])
{
	switch (number) {
	case SYS_futex:
		return futex_fails((int)args[1]);
	case SYS_membarrier:
		return fails_of(HZ_ORDER, EPERM);
	case SYS_rt_sigprocmask:
		if (args[0] != SIG_BLOCK || !fails_of(HZ_ORDER, EPERM))
			return false;
		scribble((void *)args[2], (size_t)args[3]);
		return true;
	default:
		return false;
	}
}

long __real_syscall(long number, ...);
long __wrap_syscall(long number, ...);
/* Not all six were passed; what is read instead is passed on and not used. */
__attribute__((no_sanitize_address))
long __wrap_syscall(long number, ...)
{
	long arg[6];
	va_list args;

	va_start(args, number);
	for (int i = 0; i < 6; i++)
		arg[i] = va_arg(args, long);
	va_end(args);
	return system_call_fails(number, arg) ? -1 :
	       __real_syscall(number, arg[0], arg[1], arg[2], arg[3], arg[4],
			      arg[5]);
}

#define WRAP_ORDER(name, type, failure, err, params, args)		\
	type __real_##name params;					\
	type __wrap_##name params;					\
	type __wrap_##name params					\
	{								\
		return fails_of(HZ_ORDER, err) ? (failure) :		\
		       __real_##name args;				\
	}

WRAP_ORDER(fstatat, int, -1, EACCES,
	   (int dir, const char *path, struct stat *st, int flags),
	   (dir, path, st, flags))
WRAP_ORDER(fstatat64, int, -1, EACCES,
	   (int dir, const char *path, struct stat *st, int flags),
	   (dir, path, st, flags))
WRAP_ORDER(faccessat, int, -1, EACCES,
	   (int dir, const char *path, int mode, int flags),
	   (dir, path, mode, flags))
WRAP_ORDER(madvise, int, -1, EPERM, (void *at, size_t size, int advice),
	   (at, size, advice))
WRAP_ORDER(fchmod, int, -1, EPERM, (int fd, mode_t mode), (fd, mode))
WRAP_ORDER(fsync, int, -1, EIO, (int fd), (fd))
WRAP_ORDER(pthread_key_create, int, EAGAIN, EAGAIN,
	   (pthread_key_t *key, void (*end)(void *)), (key, end))
