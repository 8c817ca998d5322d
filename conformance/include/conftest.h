/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * Shared by the programs of the conformance suite: verdicts, a time limit, and
 * helpers.  Helpers for tracing are in conftrace.h, which is included here.
 *
 * A program defines `static void test(void)`, which must end with PASS, FAIL,
 * UNRESOLVED, UNSUPPORTED, UNTESTED or, if the standard can be read in two ways,
 * ADVISORY.  Each of these takes a format and arguments for a sentence, and does
 * not return.  EXPECT is for the call under test, CREATES for one that creates a
 * stream, SETUP and SYSTEM are for calls that prepare it.
 *
 * Before it includes this file a program may define
 *
 *   NEEDS	options besides Trace: CT_FILTER | CT_INHERIT | CT_LOG
 *   ALONE	1 if it must not run at the same time as others
 *
 * Only POSIX.1-2008 is used, so that any implementation can be judged.
 */
#ifndef CONFTEST_H
#define CONFTEST_H

#ifndef _POSIX_C_SOURCE
#define _POSIX_C_SOURCE 200809L
#endif

#include <sys/types.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
#include <trace.h>

#define CT_FILTER	1
#define CT_INHERIT	2
#define CT_LOG		4
#define CT_TRACE	8

/* Options that are supported although neither <unistd.h> nor sysconf() reports
 * them. */
#ifndef CT_ASSUME
#define CT_ASSUME	0
#endif
#if CT_ASSUME & CT_FILTER
#undef _POSIX_TRACE_EVENT_FILTER
#define _POSIX_TRACE_EVENT_FILTER 0
#endif
#if CT_ASSUME & CT_INHERIT
#undef _POSIX_TRACE_INHERIT
#define _POSIX_TRACE_INHERIT 0
#endif
#if CT_ASSUME & CT_LOG
#undef _POSIX_TRACE_LOG
#define _POSIX_TRACE_LOG 0
#endif

#ifndef NEEDS
#define NEEDS 0
#endif

enum {
	CT_PASS = 0,
	CT_FAIL = 1,
	CT_UNRESOLVED = 2,
	CT_UNSUPPORTED = 4,
	CT_UNTESTED = 5,
	/* Of a child that has done all it should.  Not 0, with which it would
	 * end, too, if anything else ended it early. */
	CT_DONE = 42
};

#ifdef __GNUC__
#define CT_PRINTF(a, b)	__attribute__((noreturn, format(printf, a, b)))
#else
#define CT_PRINTF(a, b)
#endif

/* <trace.h> and the function pages of the standard spell it differently. */
#if defined(POSIX_TRACE_UNNAMED_USER_EVENT) && \
	!defined(POSIX_TRACE_UNNAMED_USEREVENT)
#define CT_UNNAMED POSIX_TRACE_UNNAMED_USER_EVENT
#else
#define CT_UNNAMED POSIX_TRACE_UNNAMED_USEREVENT
#endif

/* Room for the data of any event of these programs: FILTER has two sets. */
#if defined(_POSIX_TRACE_EVENT_FILTER) && _POSIX_TRACE_EVENT_FILTER == -1
#define CT_ROOM 8192
#else
#define CT_ROOM (2 * sizeof(trace_event_set_t) + 8192)
#endif

/* Seconds that anything that must happen may take: 20 with the usual time
 * limit. */
#define CT_PATIENCE ((double)ct_limit() / 3)

static void test(void);

static char **ct_argv;		/* argv of main, terminated by a null pointer */
static pid_t ct_owner;		/* the process that gives the verdict */
static char ct_paths[4][512];	/* files to remove at exit */
static int ct_n_paths;

/* The path of the last log that was made. */
#define ct_path (ct_paths[ct_n_paths - 1])

/* --- Verdicts ---------------------------------------------------------- */

static inline void CT_PRINTF(3, 4) ct_verdict(int code, const char *name,
		const char *fmt, ...)
{
	va_list ap;

	printf("%s: ", name);
	va_start(ap, fmt);
	vprintf(fmt, ap);
	va_end(ap);
	printf(".\n");
	fflush(stdout);
	if (getpid() != ct_owner)
		_exit(code);
	exit(code);
}

#define PASS(...)	ct_verdict(CT_PASS, "PASS", __VA_ARGS__)
#define FAIL(...)	ct_verdict(CT_FAIL, "FAIL", __VA_ARGS__)
#define UNRESOLVED(...)	ct_verdict(CT_UNRESOLVED, "UNRESOLVED", __VA_ARGS__)
#define UNSUPPORTED(...) ct_verdict(CT_UNSUPPORTED, "UNSUPPORTED", __VA_ARGS__)
#define UNTESTED(...)	ct_verdict(CT_UNTESTED, "UNTESTED", __VA_ARGS__)
/* Report how the implementation decides what the standard leaves open. */
#define ADVISORY(...)	ct_verdict(CT_PASS, "ADVISORY", __VA_ARGS__)

/* The name of an error number, for messages. */
static inline const char *ct_error(int err)
{
	static const struct {
		int err;
		const char *name;
	} names[] = {
		{ 0, "0" }, { EAGAIN, "EAGAIN" }, { EBADF, "EBADF" },
		{ EFBIG, "EFBIG" }, { EINTR, "EINTR" }, { EINVAL, "EINVAL" },
		{ ENAMETOOLONG, "ENAMETOOLONG" }, { ENOMEM, "ENOMEM" },
		{ ENOSPC, "ENOSPC" }, { EPERM, "EPERM" }, { ESRCH, "ESRCH" },
		{ ETIMEDOUT, "ETIMEDOUT" },
	};
	static char other[4][24];
	static unsigned int turn;
	size_t i;

	for (i = 0; i < sizeof(names) / sizeof(names[0]); i++)
		if (names[i].err == err)
			return names[i].name;
	turn = (turn + 1) % 4;
	snprintf(other[turn], sizeof(other[turn]), "%d", err);
	return other[turn];
}

static inline void ct_expect(const char *call, int got, int want)
{
	if (got != want)
		FAIL("%s: expected %s, got %s", call, ct_error(want),
				ct_error(got));
}

static inline void ct_setup(const char *call, int got)
{
	if (got != 0)
		UNRESOLVED("preparation failed: %s gave %s", call,
				ct_error(got));
}

static inline int ct_system(const char *call, int got)
{
	if (got == -1)
		UNRESOLVED("preparation failed: %s: %s", call, strerror(errno));
	return got;
}

/* The call under test must return exactly this. */
#define EXPECT(call, want)	ct_expect(#call, (call), (want))
/* A call that returns 0 or an error number, and is not under test. */
#define SETUP(call)		ct_setup(#call, (call))
/* The call under test must return 0; the page allows a signal to interrupt
 * it. */
#define RETRY(call) \
	do { \
		int ct_err; \
\
		do \
			ct_err = (call); \
		while (ct_err == EINTR); \
		ct_expect(#call, ct_err, 0); \
	} while (0)
/* The call under test must create a stream.  Other programs may use all streams of
 * the system for a moment. */
#define CREATES(call) \
	do { \
		int ct_err; \
\
		CT_UNTIL((ct_err = (call)) != EAGAIN); \
		ct_expect(#call, ct_err, 0); \
	} while (0)
/* A system call that returns -1 and sets errno, and is not under test. */
#define SYSTEM(call)		ct_system(#call, (int)(call))

/* --- Time --------------------------------------------------------------- */

/* Seconds until the test is ended. */
static inline unsigned int ct_limit(void)
{
	const char *s = getenv("CT_TIMEOUT");
	int n = s ? atoi(s) : 0;

	return n > 0 ? (unsigned int)n : 60;
}

static inline double ct_now(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_MONOTONIC, &ts);
	return (double)ts.tv_sec + (double)ts.tv_nsec / 1e9;
}

static inline void ct_pause(void)
{
	struct timespec ms = { 0, 1000000 };

	nanosleep(&ms, NULL);
}

static double ct_begun;			/* when the program began */

/* Has a loop that makes an error more likely run long enough?  Then an
 * implementation whose calls take seconds is not out of time. */
static inline int ct_enough(void)
{
	return ct_now() - ct_begun > (double)ct_limit() / 2;
}

/* Wait until a condition is true, and no longer than necessary. */
#define CT_UNTIL(condition) \
	for (double ct_end = ct_now() + CT_PATIENCE; \
	     !(condition) && ct_now() < ct_end;) \
		ct_pause()

/* Watch a condition that must stay false, long enough to notice most errors.  A
 * correct implementation passes however long it takes. */
#define CT_WATCH(condition) \
	for (double ct_end = ct_now() + 0.15; \
	     !(condition) && ct_now() < ct_end;) \
		ct_pause()

/* A time of CLOCK_REALTIME, `seconds` from now. */
static inline struct timespec ct_in(double seconds)
{
	struct timespec ts;
	long nsec;

	clock_gettime(CLOCK_REALTIME, &ts);
	nsec = (long)((seconds - (double)(long)seconds) * 1e9);
	ts.tv_sec += (time_t)seconds;
	ts.tv_nsec += nsec;
	if (ts.tv_nsec >= 1000000000L) {
		ts.tv_nsec -= 1000000000L;
		ts.tv_sec++;
	} else if (ts.tv_nsec < 0) {
		ts.tv_nsec += 1000000000L;
		ts.tv_sec--;
	}
	return ts;
}

static inline int ct_ts_cmp(struct timespec a, struct timespec b)
{
	if (a.tv_sec != b.tv_sec)
		return a.tv_sec < b.tv_sec ? -1 : 1;
	return a.tv_nsec < b.tv_nsec ? -1 : a.tv_nsec > b.tv_nsec;
}

/* --- Processes and threads ---------------------------------------------- */

static pid_t ct_children[256];
static volatile sig_atomic_t ct_n_children;

/*
 * End the children that there still are: one that hangs with its signals blocked
 * never gets its alarm.  Also called by a signal handler.  A number is that of a
 * child as long as waitpid() knows it.
 */
static inline void ct_end_children(void)
{
	int i, status;

	for (i = 0; i < ct_n_children; i++)
		if (waitpid(ct_children[i], &status, WNOHANG) == 0)
			kill(ct_children[i], SIGKILL);
}

/* This child ends with the test at the latest. */
static inline void ct_mind(pid_t pid)
{
	const int max = (int)(sizeof(ct_children) / sizeof(ct_children[0]));
	int i = 0;

	/* Its alarm suffices if there are too many.  A number that is used again
	 * must not be there twice. */
	while (i < ct_n_children && ct_children[i] != pid)
		i++;
	if (i == max)
		return;
	ct_children[i] = pid;
	if (i == ct_n_children)
		ct_n_children = i + 1;
}

/* A child that ends with the test at the latest. */
static inline pid_t ct_fork(void)
{
	pid_t pid;

	fflush(stdout);
	pid = SYSTEM(fork());
	if (pid == 0) {
		ct_n_children = 0;
		alarm(ct_limit());
	} else {
		ct_mind(pid);
	}
	return pid;
}

/* A child has ended with this status. */
static inline void ct_ended(int status)
{
	if (status == 0)
		FAIL("a child process ended with status 0 before it was done");
	if (status != CT_DONE)
		exit(status);
}

/* Wait for a child, which ends with CT_DONE.  The status of a verdict, which it has
 * printed, becomes that of this process. */
static inline void ct_reap(pid_t pid)
{
	int status;

	while (waitpid(pid, &status, 0) == -1)
		if (errno != EINTR)
			UNRESOLVED("waitpid: %s", strerror(errno));
	if (WIFSIGNALED(status))
		FAIL("a child process died of signal %d", WTERMSIG(status));
	ct_ended(WEXITSTATUS(status));
}

/* A one-way signal without contents between processes. */
struct ct_pipe {
	int fd[2];
	int number;
};

static char ct_hears[64];	/* by number: this process only reads */
static int ct_n_pipes;

static inline struct ct_pipe ct_pipe(void)
{
	struct ct_pipe p;

	if (ct_n_pipes == (int)sizeof(ct_hears))
		UNRESOLVED("too many pipes");
	SYSTEM(pipe(p.fd));
	p.number = ct_n_pipes++;
	return p;
}

static inline void ct_tell(struct ct_pipe p)
{
	if (write(p.fd[1], "", 1) != 1)
		UNRESOLVED("write to a pipe: %s", strerror(errno));
}

/* The other process ended without a signal.  If it is a child, its verdict
 * becomes this process's. */
static inline void ct_gone(void)
{
	int status = 0;
	pid_t pid;

	CT_UNTIL((pid = waitpid(-1, &status, WNOHANG)) != 0);
	if (pid > 0 && WIFEXITED(status))
		ct_ended(WEXITSTATUS(status));
	UNRESOLVED("the other process has gone");
}

static inline void ct_hear(struct ct_pipe p)
{
	char c;
	ssize_t n;

	/* Close the writing end here; otherwise the end of the other writer
	 * would not be noticed. */
	if (!ct_hears[p.number]) {
		ct_hears[p.number] = 1;
		close(p.fd[1]);
	}
	do
		n = read(p.fd[0], &c, 1);
	while (n == -1 && errno == EINTR);
	if (n != 1)
		ct_gone();
}

static inline pthread_t ct_thread(void *(*start)(void *), void *arg)
{
	pthread_t thread;

	SETUP(pthread_create(&thread, NULL, start, arg));
	return thread;
}

static inline void *ct_join(pthread_t thread)
{
	void *result = NULL;

	SETUP(pthread_join(thread, &result));
	return result;
}

static inline int ct_value(sem_t *sem)
{
	int n = 0;

	sem_getvalue(sem, &n);
	return n;
}

static void (*ct_call)(void);
static volatile int ct_survived;

static inline void *ct_cancelled_thread(void *arg)
{
	pthread_cancel(pthread_self());
	ct_call();
	ct_survived = 1;
	pthread_testcancel();
	return arg;
}

/* Non-zero if a pending cancellation request takes effect in the call. */
static inline int ct_cancels(void (*call)(void))
{
	pthread_t thread;

	ct_call = call;
	ct_survived = 0;
	thread = ct_thread(ct_cancelled_thread, NULL);
	if (ct_join(thread) != PTHREAD_CANCELED)
		UNRESOLVED("the thread was not cancelled at all");
	return !ct_survived;
}

#include "conftrace.h"

/* --- The frame ---------------------------------------------------------- */

static void ct_out_of_time(int sig)
{
	static const char text[] =
		"FAIL: the program was still waiting when its time was up.\n";

	(void)sig;
	ct_end_children();
	if (write(STDOUT_FILENO, text, sizeof(text) - 1) == -1)
		_exit(CT_UNRESOLVED);
	_exit(CT_FAIL);
}

static inline void ct_option(int option, int name, const char *what)
{
	if (!(CT_ASSUME & option) && sysconf(name) == -1)
		UNSUPPORTED("sysconf says that the option %s is absent", what);
}

/* What ends a process does so, even if whoever started this has left it ignored or
 * blocked: nohup(1), or a shell, in the background. */
static inline void ct_unignore(void)
{
	static const int signals[] = { SIGHUP, SIGINT, SIGQUIT, SIGTERM };
	sigset_t set;
	size_t i;

	sigemptyset(&set);
	for (i = 0; i < sizeof(signals) / sizeof(signals[0]); i++) {
		signal(signals[i], SIG_DFL);
		sigaddset(&set, signals[i]);
	}
	sigprocmask(SIG_UNBLOCK, &set, NULL);
}

int main(int argc, char **argv)
{
	struct sigaction sa;

	(void)argc;
	ct_unignore();
	ct_argv = argv;
	ct_owner = getpid();
	ct_begun = ct_now();
	memset(&sa, 0, sizeof(sa));
	sa.sa_handler = ct_out_of_time;
	sigaction(SIGALRM, &sa, NULL);
	alarm(ct_limit());
	atexit(ct_unlink);
	atexit(ct_end_children);

	ct_option(CT_TRACE, _SC_TRACE, "Trace");
	if ((NEEDS) & CT_FILTER)
		ct_option(CT_FILTER, _SC_TRACE_EVENT_FILTER,
				"Trace Event Filter");
	if ((NEEDS) & CT_INHERIT)
		ct_option(CT_INHERIT, _SC_TRACE_INHERIT, "Trace Inherit");
	if ((NEEDS) & CT_LOG)
		ct_option(CT_LOG, _SC_TRACE_LOG, "Trace Log");
	test();
	UNRESOLVED("the program came to no verdict");
}

#endif
