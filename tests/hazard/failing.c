/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * Each call that the library makes for memory, files or a thread fails once,
 * the first, the second, and so on until none is left; then all from the
 * n-th on.  Every function of the API must return an error number that it
 * may have, leave nothing behind, and work again afterwards.
 *
 * The program is linked with the static library, and with --wrap for what is
 * to fail, so that only calls of the library itself do, also in builds with a
 * sanitizer, whose leak check then sees what is not given back.
 */
#include "hazard.h"

#include <dirent.h>
#include <sys/mman.h>
#include <sys/uio.h>

static _Atomic uint32_t calls;		/* so far */
static uint32_t first, last;		/* these fail; 0: none */

static bool fails(int err)
{
	uint32_t n = ++calls;

	if (!first || n < first || n > last)
		return false;
	errno = err;
	return true;
}

/* name, type of the result, what it is if it fails, errno, parameters, args */
#define WRAP(name, type, failure, err, params, args)			\
	type __real_##name params;					\
	type __wrap_##name params;					\
	type __wrap_##name params					\
	{								\
		return fails(err) ? (failure) : __real_##name args;	\
	}

/* The same by both names that the C library has for it, of which a program that
 * is compiled for files of any size uses the second. */
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
WRAP_64(fstat, int, -1, EIO, (int fd, struct stat *st), (fd, st))
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

/* The library makes files with these bits only. */
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

/* What a machine that says no may have functions return. */
static bool is_allowed(int err)
{
	switch (err) {
	case 0:
	case EAGAIN:
	case ENOMEM:
	case EBADF:			/* fcntl(F_GETFL), of a log */
	case EINVAL:
	case EIO:
	case EFBIG:
	case ENOSPC:
	case EMFILE:
		return true;
	default:
		return false;
	}
}

static bool strictly;			/* nothing may fail */

static int checked(int err, const char *what)
{
	CHECK(is_allowed(err) && !(strictly && err), "call %u fails: %s: %s",
	      first, what, strerror(err));
	return err;
}

#define TRY(call) checked(call, #call)

static void use_stream(trace_id_t trid, trace_event_id_t type, bool logged)
{
	struct posix_trace_status_info status;
	static struct hz_event e;
	trace_event_set_t set;
	trace_event_id_t id;
	trace_attr_t attr;

	TRY(posix_trace_start(trid));
	posix_trace_event(type, "data", 4);
	TRY(posix_trace_trid_eventid_open(trid, "another", &id));
	TRY(posix_trace_eventset_empty(&set));
	TRY(posix_trace_set_filter(trid, &set, POSIX_TRACE_SET_EVENTSET));
	for (int i = 0; !logged && i < 8; i++)
		TRY(posix_trace_trygetnext_event(trid, &e.info, &e.data,
						 sizeof(e.data), &e.len,
						 &e.unavailable));
	if (logged)
		TRY(posix_trace_flush(trid));
	TRY(posix_trace_stop(trid));
	TRY(posix_trace_get_status(trid, &status));
	CHECK(is_allowed(status.posix_stream_flush_error), "flush_error %d",
	      status.posix_stream_flush_error);
	TRY(posix_trace_get_attr(trid, &attr));
	TRY(posix_trace_attr_destroy(&attr));
	TRY(posix_trace_clear(trid));
	TRY(posix_trace_start(trid));
	for (int i = 0; i < 1000; i++)
		posix_trace_event(type, "data", 4);
	TRY(posix_trace_shutdown(trid));
}

static unsigned read_log(int fd)
{
	static struct hz_event e;
	trace_id_t trid;
	unsigned n = 0;

	if (TRY(posix_trace_open(fd, &trid)))
		return 0;
	for (int round = 0; round < 2; round++) {
		n = 0;
		/* What failed may be tried again, but for so long. */
		for (int tries = 0; tries < 2000; tries++) {
			if (TRY(posix_trace_getnext_event(
					trid, &e.info, &e.data,
					sizeof(e.data), &e.len,
					&e.unavailable)))
				continue;
			if (e.unavailable)
				break;
			n += hz_is_user(&e);
		}
		if (TRY(posix_trace_rewind(trid)))
			break;
	}
	TRY(posix_trace_close(trid));
	return n;
}

static void use_everything(int fd)
{
	struct hz_setup setup = { .log_policy = POSIX_TRACE_LOOP,
				  .size = 65536, .log_size = 30000 };
	trace_event_id_t type;
	trace_attr_t attr;
	trace_id_t trid;
	unsigned n;

	TRY(posix_trace_eventid_open("failing", &type));
	if (!TRY(posix_trace_create(0, NULL, &trid)))
		use_stream(trid, type, false);
	SYS(__real_ftruncate(fd, 0));
	hz_attr(&setup, &attr);
	if (!TRY(posix_trace_create_withlog(0, &attr, fd, &trid))) {
		use_stream(trid, type, true);
		n = read_log(fd);
		CHECK(!strictly || (n > 100 && n <= 1000), "%u events", n);
	}
	posix_trace_attr_destroy(&attr);
}

/* In a process of its own, since the library sets itself up once.  Returns
 * how many calls there were. */
static uint32_t play(uint32_t from, uint32_t to)
{
	int pipes[2], fd;
	uint32_t n = 0;
	pid_t pid;

	SYS(pipe(pipes));
	fd = hz_file();
	pid = hz_fork();
	if (pid == 0) {
		struct hz_census before = hz_census();

		calls = 0;
		first = from;
		last = to;
		use_everything(fd);
		n = calls;
		first = 0;
		hz_check_census(before);
		strictly = true;
		use_everything(fd);
		hz_check_census(before);
		SYS(write(pipes[1], &n, sizeof(n)));
		exit(0);
	}
	hz_join(pid);
	SYS(read(pipes[0], &n, sizeof(n)));
	close(pipes[0]);
	close(pipes[1]);
	close(fd);
	CHECK(hz_leftovers() == 0, "call %u to %u: files are left", from, to);
	return n;
}

static void one_fails(void)
{
	uint32_t n = play(0, 0);

	CHECK(n > 50, "only %u calls", n);
	for (uint32_t i = 1; i <= n + 10; i++)
		play(i, i);
}

/* A flush repeats what has failed; all at once is something else. */
static void several_fail(void)
{
	uint32_t n = play(0, 0);

	for (uint32_t i = 1; i <= n; i += 3)
		play(i, i + 5);
}

static void all_fail_from_there(void)
{
	uint32_t n = play(0, 0);

	for (uint32_t i = 1; i <= n; i += 2)
		play(i, UINT32_MAX);
}

static trace_event_id_t counted;

static void *count(void *arg)
{
	unsigned who = (unsigned)(uintptr_t)arg;

	for (unsigned i = 0; i < 20000; i++) {
		unsigned pair[2] = { who, i };

		posix_trace_event(counted, pair, sizeof(pair));
	}
	return NULL;
}

/* Once there is a stream, reading what a thread or two record needs nothing
 * that may fail. */
static void reading_needs_nothing(void)
{
	for (unsigned threads = 0; threads < 3; threads++) {
		unsigned next[3] = {0}, n = 0, expected = 0;
		trace_id_t trid = hz_create(&(struct hz_setup){
			.policy = POSIX_TRACE_UNTIL_FULL, .size = 4 << 20 });
		pthread_t thread[2];
		static struct hz_event e;

		counted = hz_type("failing");
		count(NULL);
		for (unsigned i = 0; i < threads; i++)
			thread[i] = hz_thread(count,
					      (void *)(uintptr_t)(i + 1));
		for (unsigned i = 0; i < threads; i++)
			pthread_join(thread[i], NULL);
		expected = (threads + 1) * 20000;
		first = calls + 1;
		last = UINT32_MAX;
		while (n < expected) {
			unsigned pair[2];
			int err = posix_trace_trygetnext_event(
				trid, &e.info, &e.data, sizeof(e.data),
				&e.len, &e.unavailable);

			if (err || e.unavailable) {
				first = 0;
				CHECK(false, "%u of %u events, %s", n,
				      expected, strerror(err));
			}
			if (!hz_is_user(&e))
				continue;
			memcpy(pair, &e.data, sizeof(pair));
			CHECK(pair[0] < 3 && pair[1] == next[pair[0]],
			      "%u of thread %u", pair[1], pair[0]);
			next[pair[0]]++;
			n++;
		}
		first = 0;
		OK(posix_trace_shutdown(trid));
	}
}

static const struct hz_case cases[] = {
	{ .name = "reading-needs-nothing", .run = reading_needs_nothing },
	{ .name = "one-fails", .run = one_fails, .seconds = 120 },
	{ .name = "several-fail", .run = several_fail, .seconds = 120 },
	{ .name = "all-fail-from-there", .run = all_fail_from_there,
	  .seconds = 120 },
};

HZ_MAIN(cases)
