/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * Waits for descriptors, time and signals that end, time out, fail and are
 * interrupted, and descriptors made in every way.
 *
 * Records 8 x POLL, 4 x SELECT, 4 x EPOLL_WAIT, 8 x SLEEP, 5 x SIGWAIT, 8 x DUP,
 * 3 x PIPE, 8 x DESCRIPTOR and 4 x SIGNAL or more.
 */
#define _GNU_SOURCE
#include "check.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/inotify.h>
#include <sys/mman.h>
#include <sys/select.h>
#include <sys/signalfd.h>
#include <sys/time.h>
#include <sys/timerfd.h>
#include <threads.h>
#include <time.h>
#include <unistd.h>

/* Hidden from the compiler, so that the fortified functions are called. */
static volatile nfds_t two = 2;
static void *volatile nowhere = (void *)8;

static int ends[2];
static const struct timespec soon = { 0, 2000000 };

static void polls(void)
{
	struct pollfd fds[2] = { { ends[0], POLLIN, 0 }, { -1, 0, 0 } };

	errno = ERANGE;
	CHECK(poll(fds, two, 0) == 0 && ppoll(fds, two, &soon, NULL) == 0);
	CHECK(write(ends[1], "x", 1) == 1);
	CHECK(poll(fds, two, -1) == 1 && fds[0].revents == POLLIN);
	CHECK(ppoll(fds, two, NULL, NULL) == 1);
	CHECK(poll(NULL, 0, 1) == 0);
	CHECK(errno == ERANGE);
	CHECK(poll(nowhere, 2, 0) == -1 && errno == EFAULT);
	CHECK(poll(fds, 1, 0) == 1);
	CHECK(ppoll(nowhere, 1, NULL, NULL) == -1 && errno == EFAULT);
	printf("polls\n");
}

static void selects(void)
{
	struct timeval time = { 0, 2000 };
	fd_set set;

	FD_ZERO(&set);
	FD_SET(ends[0], &set);
	errno = ERANGE;
	CHECK(select(ends[0] + 1, &set, NULL, NULL, NULL) == 1);
	CHECK(pselect(ends[0] + 1, &set, NULL, NULL, &soon, NULL) == 1);
	CHECK(select(0, NULL, NULL, NULL, &time) == 0);
	CHECK(time.tv_sec == 0 && time.tv_usec == 0 && errno == ERANGE);
	CHECK(select(-1, NULL, NULL, NULL, NULL) == -1 && errno == EINVAL);
	printf("selects\n");
}

static void epolls(void)
{
	struct epoll_event event = { .events = EPOLLIN, .data.fd = 77 };
	int fd = epoll_create1(EPOLL_CLOEXEC);

	CHECK(fcntl(fd, F_GETFD) == FD_CLOEXEC);
	CHECK(epoll_ctl(fd, EPOLL_CTL_ADD, ends[0], &event) == 0);
	event.data.fd = 0;
	CHECK(epoll_wait(fd, &event, 1, -1) == 1 && event.data.fd == 77);
	CHECK(epoll_pwait(fd, &event, 1, -1, NULL) == 1);
	CHECK(epoll_pwait2(fd, &event, 1, &soon, NULL) == 1 || errno == ENOSYS);
	CHECK(epoll_wait(fd, &event, 0, 0) == -1 && errno == EINVAL);
	CHECK(close(fd) == 0);
	CHECK(epoll_create(0) == -1 && errno == EINVAL);
	printf("epolls\n");
}

static void on_alarm(int sig)
{
	(void)sig;
}

/* A signal in a moment; again and again, or a busy machine could miss it. */
static void ring(int again)
{
	const struct itimerval time = {
		.it_value = { 0, 20000 },
		.it_interval = { 0, again ? 20000 : 0 },
	};

	CHECK(setitimer(ITIMER_REAL, &time, NULL) == 0);
}

static void stop(void)
{
	const struct itimerval none = { 0 };

	CHECK(setitimer(ITIMER_REAL, &none, NULL) == 0);
}

static void sleeps(void)
{
	const struct timespec wrong = { 0, -1 }, forever = { 1000, 0 };
	struct timespec left = { 0, 0 };

	errno = ERANGE;
	CHECK(nanosleep(&soon, NULL) == 0 && usleep(100) == 0);
	CHECK(clock_nanosleep(CLOCK_MONOTONIC, 0, &soon, NULL) == 0);
	CHECK(sleep(0) == 0 && thrd_sleep(&soon, NULL) == 0);
	CHECK(errno == ERANGE);
	CHECK(nanosleep(&wrong, NULL) == -1 && errno == EINVAL);
	CHECK(clock_nanosleep(CLOCK_MONOTONIC, 0, &wrong, NULL) == EINVAL);
	ring(1);
	CHECK(nanosleep(&forever, &left) == -1 && errno == EINTR);
	stop();
	CHECK(left.tv_sec >= 900);
	printf("sleeps\n");
}

static void signals(void)
{
	sigset_t set, old;
	siginfo_t info;
	int sig = 0;

	ring(1);
	CHECK(pause() == -1 && errno == EINTR);
	stop();
	sigemptyset(&set);
	sigaddset(&set, SIGALRM);
	CHECK(sigprocmask(SIG_BLOCK, &set, &old) == 0);
	ring(0);
	CHECK(sigsuspend(&old) == -1 && errno == EINTR);
	errno = ERANGE;
	ring(0);
	CHECK(sigwait(&set, &sig) == 0 && sig == SIGALRM);
	CHECK(raise(SIGALRM) == 0);
	CHECK(sigwaitinfo(&set, &info) == SIGALRM && info.si_signo == SIGALRM);
	CHECK(errno == ERANGE);
	CHECK(sigtimedwait(&set, NULL, &soon) == -1 && errno == EAGAIN);
	CHECK(raise(SIGALRM) == 0);
	CHECK(sigprocmask(SIG_SETMASK, &old, NULL) == 0);
	printf("signals\n");
}

static void is_open(int fd, int flags)
{
	CHECK(fcntl(fd, F_GETFD) == flags);
	CHECK(close(fd) == 0);
}

static void made(void)
{
	sigset_t set;
	int more[2];

	CHECK(pipe2(more, O_CLOEXEC) == 0);
	is_open(dup(more[0]), 0);
	is_open(fcntl(more[0], F_DUPFD, 50), 0);
	is_open(fcntl(more[0], F_DUPFD_CLOEXEC, 50), FD_CLOEXEC);
	is_open(fcntl64(more[0], F_DUPFD, 50), 0);
	CHECK(dup2(more[0], more[0]) == more[0]);
	CHECK(dup2(more[0], 60) == 60);
	is_open(dup3(60, 61, O_CLOEXEC), FD_CLOEXEC);
	CHECK(dup(-1) == -1 && errno == EBADF);
	is_open(60, 0);
	is_open(more[0], FD_CLOEXEC);
	is_open(more[1], FD_CLOEXEC);
	CHECK(pipe(nowhere) == -1 && errno == EFAULT);

	sigemptyset(&set);
	is_open(eventfd(3, EFD_NONBLOCK), 0);
	is_open(timerfd_create(CLOCK_MONOTONIC, TFD_CLOEXEC), FD_CLOEXEC);
	is_open(signalfd(-1, &set, 0), 0);
	is_open(inotify_init(), 0);
	is_open(inotify_init1(IN_CLOEXEC), FD_CLOEXEC);
	is_open(memfd_create("made", MFD_CLOEXEC), FD_CLOEXEC);
	printf("made\n");
}

int main(void)
{
	CHECK(pipe(ends) == 0);
	CHECK(signal(SIGALRM, on_alarm) != SIG_ERR);
	polls();
	selects();
	epolls();
	sleeps();
	signals();
	made();
	return 0;
}
