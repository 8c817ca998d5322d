/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * Waiting for descriptors, for time to pass, and for signals.
 *
 * All of these are cancellation points, and interrupted by signals.
 */
#include "real.h"

#include "calls.h"

#include <errno.h>
#include <poll.h>
#include <sys/epoll.h>
#include <sys/select.h>
#include <threads.h>

/* Exported by libc, but not declared by its headers. */
int __poll_chk(struct pollfd *fds, nfds_t n, int timeout, size_t size);
int __ppoll_chk(struct pollfd *fds, nfds_t n, const struct timespec *timeout,
		const sigset_t *mask, size_t size);

#define POLL(n, call)	PXT_IO(POSIXTRACE_POLL, int, -1, n, call)
#define SELECT(n, call)	PXT_IO(POSIXTRACE_SELECT, int, -1, (uint64_t)(n), call)
#define EPOLL(fd, n, call)						\
	PXT_IO(POSIXTRACE_EPOLL_WAIT, int, fd, (uint64_t)(n), call)

PXT_INTERPOSE int poll(struct pollfd *fds, nfds_t n, int timeout)
{
	POLL(n, REAL(poll)(fds, n, timeout));
}

PXT_INTERPOSE int __poll_chk(struct pollfd *fds, nfds_t n, int timeout,
			     size_t size)
{
	POLL(n, REAL(__poll_chk)(fds, n, timeout, size));
}

PXT_INTERPOSE int ppoll(struct pollfd *fds, nfds_t n,
			const struct timespec *timeout, const sigset_t *mask)
{
	POLL(n, REAL(ppoll)(fds, n, timeout, mask));
}

PXT_INTERPOSE int __ppoll_chk(struct pollfd *fds, nfds_t n,
			      const struct timespec *timeout,
			      const sigset_t *mask, size_t size)
{
	POLL(n, REAL(__ppoll_chk)(fds, n, timeout, mask, size));
}

PXT_INTERPOSE int select(int n, fd_set *__restrict in, fd_set *__restrict out,
			 fd_set *__restrict except,
			 struct timeval *__restrict timeout)
{
	SELECT(n, REAL(select)(n, in, out, except, timeout));
}

PXT_INTERPOSE int pselect(int n, fd_set *__restrict in,
			  fd_set *__restrict out, fd_set *__restrict except,
			  const struct timespec *__restrict timeout,
			  const sigset_t *__restrict mask)
{
	SELECT(n, REAL(pselect)(n, in, out, except, timeout, mask));
}

PXT_INTERPOSE int epoll_wait(int fd, struct epoll_event *events, int n,
			     int timeout)
{
	EPOLL(fd, n, REAL(epoll_wait)(fd, events, n, timeout));
}

PXT_INTERPOSE int epoll_pwait(int fd, struct epoll_event *events, int n,
			      int timeout, const sigset_t *mask)
{
	EPOLL(fd, n, REAL(epoll_pwait)(fd, events, n, timeout, mask));
}

PXT_INTERPOSE int epoll_pwait2(int fd, struct epoll_event *events, int n,
			       const struct timespec *timeout,
			       const sigset_t *mask)
{
	EPOLL(fd, n, REAL(epoll_pwait2)(fd, events, n, timeout, mask));
}

/* `result` as in the event. */
static void record_sleep(int64_t result, uint64_t begin, const void *caller)
{
	const struct posixtrace_sleep sleep = {
		.result = result,
		.duration = pxt_now() - begin,
	};

	if (!pxt_shares_memory())
		pxt_record(POSIXTRACE_SLEEP, &sleep, sizeof(sleep), caller);
}

/* A sleep that returns -1 with errno. */
#define SLEEP(call)							\
	PXT_CALL(int, call,						\
		 record_sleep(result < 0 ? -errno : 0, begin, caller))

PXT_INTERPOSE int nanosleep(const struct timespec *time, struct timespec *left)
{
	SLEEP(REAL(nanosleep)(time, left));
}

PXT_INTERPOSE int usleep(useconds_t time)
{
	SLEEP(REAL(usleep)(time));
}

/* An error number. */
PXT_INTERPOSE int clock_nanosleep(clockid_t clock, int flags,
				  const struct timespec *time,
				  struct timespec *left)
{
	PXT_CALL(int, REAL(clock_nanosleep)(clock, flags, time, left),
		 record_sleep(-result, begin, caller));
}

/* What is left, in seconds, if a signal came. */
PXT_INTERPOSE unsigned sleep(unsigned seconds)
{
	PXT_CALL(unsigned, REAL(sleep)(seconds),
		 record_sleep(result != 0 ? -EINTR : 0, begin, caller));
}

/* -1 if a signal came, below that for other errors. */
PXT_INTERPOSE int thrd_sleep(const struct timespec *time,
			     struct timespec *left)
{
	PXT_CALL(int, REAL(thrd_sleep)(time, left),
		 record_sleep(result == 0 ? 0 : result == -1 ? -EINTR : -EINVAL,
			      begin, caller));
}

static void record_sigwait(int64_t result, uint64_t begin, const void *caller)
{
	const struct posixtrace_sleep wait = {
		.result = result,
		.duration = pxt_now() - begin,
	};

	if (!pxt_shares_memory())
		pxt_record(POSIXTRACE_SIGWAIT, &wait, sizeof(wait), caller);
}

/* A wait that returns a signal, or -1 with errno, as those for any do always. */
#define SIGWAIT(call)							\
	PXT_CALL(int, call,						\
		 record_sigwait(result < 0 ? -errno : result, begin, caller))

PXT_INTERPOSE int pause(void)
{
	SIGWAIT(REAL(pause)());
}

PXT_INTERPOSE int sigsuspend(const sigset_t *mask)
{
	SIGWAIT(REAL(sigsuspend)(mask));
}

PXT_INTERPOSE int sigwaitinfo(const sigset_t *set, siginfo_t *info)
{
	SIGWAIT(REAL(sigwaitinfo)(set, info));
}

PXT_INTERPOSE int sigtimedwait(const sigset_t *set, siginfo_t *info,
			       const struct timespec *timeout)
{
	SIGWAIT(REAL(sigtimedwait)(set, info, timeout));
}

/* An error number; the signal is where the program wants it. */
PXT_INTERPOSE int sigwait(const sigset_t *set, int *sig)
{
	PXT_CALL(int, REAL(sigwait)(set, sig),
		 record_sigwait(result == 0 ? *sig : -result, begin, caller));
}
