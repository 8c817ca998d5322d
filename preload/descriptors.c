/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * Descriptors that are made by other calls than open() and socket(): copies, pipes,
 * and those of the kernel's own objects.
 */
#include "real.h"

#include "calls.h"

#include <errno.h>
#include <limits.h>
#include <stdarg.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/inotify.h>
#include <sys/mman.h>
#include <sys/signalfd.h>
#include <sys/timerfd.h>

static void record_dup(int fd, int flags, int result, uint64_t begin,
		       const void *caller)
{
	struct posixtrace_dup dup = {
		.fd = fd,
		.flags = flags,
		.result = result < 0 ? -errno : result,
		.duration = pxt_now() - begin,
	};

	if (!pxt_shares_memory())
		pxt_record(POSIXTRACE_DUP, &dup, sizeof(dup), caller);
}

PXT_INTERPOSE int dup(int fd)
{
	PXT_CALL(int, REAL(dup)(fd),
		 record_dup(fd, 0, result, begin, caller));
}

PXT_INTERPOSE int dup2(int fd, int to)
{
	PXT_CALL(int, REAL(dup2)(fd, to),
		 record_dup(fd, 0, result, begin, caller));
}

PXT_INTERPOSE int dup3(int fd, int to, int flags)
{
	PXT_CALL(int, REAL(dup3)(fd, to, flags),
		 record_dup(fd, flags, result, begin, caller));
}

static int flags_of(int command)
{
	return command == F_DUPFD_CLOEXEC ? O_CLOEXEC : 0;
}

/* Of the many things that it does, copying is recorded. */
#define FCNTL(name, fd, command)					\
	do {								\
		const void *caller = CALLER;				\
		va_list args;						\
		va_start(args, command);				\
		void *arg = va_arg(args, void *);			\
		va_end(args);						\
		if ((command != F_DUPFD && command != F_DUPFD_CLOEXEC) || \
		    !pxt_recording(caller))				\
			return REAL(name)(fd, command, arg);		\
		uint64_t begin = pxt_now();				\
		int result = REAL(name)(fd, command, arg);		\
		record_dup(fd, flags_of(command), result, begin,	\
			   caller);					\
		return result;						\
	} while (0)

PXT_INTERPOSE int fcntl(int fd, int command, ...)
{
	FCNTL(fcntl, fd, command);
}

PXT_INTERPOSE int fcntl64(int fd, int command, ...)
{
	FCNTL(fcntl64, fd, command);
}

PXT_INTERPOSE int pipe(int ends[2])
{
	PXT_CALL(int, REAL(pipe)(ends),
		 pxt_record_pair(POSIXTRACE_PIPE, ends, 0, result, begin,
				 caller));
}

PXT_INTERPOSE int pipe2(int ends[2], int flags)
{
	PXT_CALL(int, REAL(pipe2)(ends, flags),
		 pxt_record_pair(POSIXTRACE_PIPE, ends, flags, result, begin,
				 caller));
}

static void record_made(const char *kind, int flags, int result, uint64_t begin,
			const void *caller)
{
	struct posixtrace_path made = {
		.result = result < 0 ? -errno : result,
		.duration = pxt_now() - begin,
		.flags = flags,
	};
	size_t len = strlen(kind);

	if (pxt_shares_memory())
		return;
	memcpy(made.path, kind, len);
	pxt_record(POSIXTRACE_DESCRIPTOR, &made,
		   offsetof(struct posixtrace_path, path) + len, caller);
}

#define MADE(kind, flags, call)						\
	PXT_CALL(int, call, record_made(kind, flags, result, begin, caller))

PXT_INTERPOSE int eventfd(unsigned count, int flags)
{
	MADE("eventfd", flags, REAL(eventfd)(count, flags));
}

PXT_INTERPOSE int timerfd_create(clockid_t clock, int flags)
{
	MADE("timerfd", flags, REAL(timerfd_create)(clock, flags));
}

PXT_INTERPOSE int signalfd(int fd, const sigset_t *mask, int flags)
{
	MADE("signalfd", flags, REAL(signalfd)(fd, mask, flags));
}

PXT_INTERPOSE int epoll_create(int size)
{
	MADE("epoll", 0, REAL(epoll_create)(size));
}

PXT_INTERPOSE int epoll_create1(int flags)
{
	MADE("epoll", flags, REAL(epoll_create1)(flags));
}

PXT_INTERPOSE int inotify_init(void)
{
	MADE("inotify", 0, REAL(inotify_init)());
}

PXT_INTERPOSE int inotify_init1(int flags)
{
	MADE("inotify", flags, REAL(inotify_init1)(flags));
}

/* MFD_CLOEXEC is not O_CLOEXEC, and its other flags are not for descriptors. */
PXT_INTERPOSE int memfd_create(const char *name, unsigned flags)
{
	MADE("memfd", flags & MFD_CLOEXEC ? O_CLOEXEC : 0,
	     REAL(memfd_create)(name, flags));
}

static void record_range(int64_t first, unsigned last, int flags, int result,
			 uint64_t begin, const void *caller)
{
	struct posixtrace_pair range = {
		.first = first,
		.second = last < INT_MAX ? (int64_t)last : INT_MAX,
		.flags = flags,
		.result = result < 0 ? -errno : 0,
		.duration = pxt_now() - begin,
	};

	if (!pxt_shares_memory())
		pxt_record(POSIXTRACE_CLOSE_RANGE, &range, sizeof(range),
			   caller);
}

PXT_INTERPOSE int close_range(unsigned first, unsigned last, int flags)
{
	PXT_CALL(int, REAL(close_range)(first, last, flags),
		 record_range(first, last, flags, result, begin, caller));
}

PXT_INTERPOSE void closefrom(int first)
{
	const void *caller = CALLER;
	const bool is_recorded = pxt_recording(caller);
	const uint64_t begin = is_recorded ? pxt_now() : 0;

	REAL(closefrom)(first);
	if (is_recorded)
		record_range(first > 0 ? first : 0, UINT_MAX, 0, 0, begin,
			     caller);
}
