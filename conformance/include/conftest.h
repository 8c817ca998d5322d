/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * What the programs of the conformance suite share: verdicts, a time limit,
 * and the steps on the way to an assertion.
 *
 * A program defines `static void test(void)`, which must end in one of
 * PASS, FAIL, UNRESOLVED, UNSUPPORTED and UNTESTED; each takes a format that
 * makes a sentence and does not return.  EXPECT is for the call that an
 * assertion is about, SETUP and SYSTEM for what only leads there.
 *
 * Before it includes this file a program may define
 *
 *   NEEDS	options besides Trace: CT_FILTER | CT_INHERIT | CT_LOG
 *   ALONE	1 if it must not run beside other programs
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

#ifndef NEEDS
#define NEEDS 0
#endif

enum {
	CT_PASS = 0,
	CT_FAIL = 1,
	CT_UNRESOLVED = 2,
	CT_UNSUPPORTED = 4,
	CT_UNTESTED = 5
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

/* How long, in seconds, anything that must happen may take. */
#define CT_PATIENCE 20.0

static void test(void);

static char **ct_argv;		/* argv of main, ends with a null pointer */
static pid_t ct_owner;		/* the process that gives the verdict */
static char ct_paths[4][512];	/* files to remove at exit */
static int ct_n_paths;

/* Path of the log made last. */
#define ct_path (ct_paths[ct_n_paths - 1])

/* --- Verdicts ---------------------------------------------------------- */

static inline const char *ct_verdict_name(int code)
{
	return code == CT_PASS ? "PASS" :
	       code == CT_FAIL ? "FAIL" :
	       code == CT_UNSUPPORTED ? "UNSUPPORTED" :
	       code == CT_UNTESTED ? "UNTESTED" : "UNRESOLVED";
}

static inline void CT_PRINTF(2, 3) ct_verdict(int code, const char *fmt, ...)
{
	va_list ap;

	printf("%s: ", ct_verdict_name(code));
	va_start(ap, fmt);
	vprintf(fmt, ap);
	va_end(ap);
	printf(".\n");
	fflush(stdout);
	if (getpid() != ct_owner)
		_exit(code);
	exit(code);
}

#define PASS(...)		ct_verdict(CT_PASS, __VA_ARGS__)
#define FAIL(...)		ct_verdict(CT_FAIL, __VA_ARGS__)
#define UNRESOLVED(...)		ct_verdict(CT_UNRESOLVED, __VA_ARGS__)
#define UNSUPPORTED(...)	ct_verdict(CT_UNSUPPORTED, __VA_ARGS__)
#define UNTESTED(...)		ct_verdict(CT_UNTESTED, __VA_ARGS__)

/* The name of an error number, for sentences. */
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

/* The call under test must give just that. */
#define EXPECT(call, want)	ct_expect(#call, (call), (want))
/* A call that gives 0 or an error number, and is not under test. */
#define SETUP(call)		ct_setup(#call, (call))
/* The call under test must give 0; the page lets a signal interrupt it. */
#define RETRY(call) \
	do { \
		int ct_err; \
\
		do \
			ct_err = (call); \
		while (ct_err == EINTR); \
		ct_expect(#call, ct_err, 0); \
	} while (0)
/* A system call that gives -1 and errno, and is not under test. */
#define SYSTEM(call)		ct_system(#call, (int)(call))

/* --- Time --------------------------------------------------------------- */

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

/* Wait for a condition that must come true, and no longer than needed. */
#define CT_UNTIL(condition) \
	for (double ct_end = ct_now() + CT_PATIENCE; \
	     !(condition) && ct_now() < ct_end;) \
		ct_pause()

/* Watch a condition that must stay false.  Time enough to catch a culprit;
 * the innocent pass however long it is. */
#define CT_WATCH(condition) \
	for (double ct_end = ct_now() + 0.15; \
	     !(condition) && ct_now() < ct_end;) \
		ct_pause()

/* A point in time of CLOCK_REALTIME, so many seconds from now. */
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

static inline unsigned int ct_limit(void)
{
	const char *s = getenv("CT_TIMEOUT");
	int n = s ? atoi(s) : 0;

	return n > 0 ? (unsigned int)n : 60;
}

/* A child that cannot outlive the test for long. */
static inline pid_t ct_fork(void)
{
	pid_t pid;

	fflush(stdout);
	pid = SYSTEM(fork());
	if (pid == 0)
		alarm(ct_limit());
	return pid;
}

/* Wait for a child; a verdict other than PASS, which it has printed, is ours. */
static inline void ct_reap(pid_t pid)
{
	int status;

	while (waitpid(pid, &status, 0) == -1)
		if (errno != EINTR)
			UNRESOLVED("waitpid: %s", strerror(errno));
	if (WIFSIGNALED(status))
		FAIL("a child process died of signal %d", WTERMSIG(status));
	if (WEXITSTATUS(status) != 0)
		exit(WEXITSTATUS(status));
}

/* A one-way message without content between processes. */
struct ct_pipe {
	int fd[2];
};

static inline struct ct_pipe ct_pipe(void)
{
	struct ct_pipe p;

	SYSTEM(pipe(p.fd));
	return p;
}

static inline void ct_tell(struct ct_pipe p)
{
	if (write(p.fd[1], "", 1) != 1)
		UNRESOLVED("write to a pipe: %s", strerror(errno));
}

static inline void ct_hear(struct ct_pipe p)
{
	char c;
	ssize_t n;

	do
		n = read(p.fd[0], &c, 1);
	while (n == -1 && errno == EINTR);
	if (n != 1)
		UNRESOLVED("the other process has gone");
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

/* Non-zero if a cancellation request that is pending takes effect in call. */
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

/* --- Tracing ------------------------------------------------------------ */

/* An event that was read. */
struct ct_event {
	struct posix_trace_event_info info;
	size_t len;
	unsigned char data[CT_ROOM];
};

static inline trace_event_id_t ct_type(const char *name)
{
	trace_event_id_t id;

	SETUP(posix_trace_eventid_open(name, &id));
	return id;
}

/* An active stream without log of this process; attr may be NULL.  Streams
 * are a resource of the system: others may just have them all. */
static inline trace_id_t ct_stream(const trace_attr_t *attr)
{
	trace_id_t trid;
	int err;

	CT_UNTIL((err = posix_trace_create(0, attr, &trid)) != EAGAIN);
	ct_setup("posix_trace_create", err);
	return trid;
}

static inline trace_id_t ct_running(const trace_attr_t *attr)
{
	trace_id_t trid = ct_stream(attr);

	SETUP(posix_trace_start(trid));
	return trid;
}

static inline struct posix_trace_status_info ct_status(trace_id_t trid)
{
	struct posix_trace_status_info status;

	SETUP(posix_trace_get_status(trid, &status));
	return status;
}

/* Attributes: this policy, and room for n events of `size` bytes each. */
static inline void ct_attr(trace_attr_t *attr, int policy, size_t n,
		size_t size)
{
	size_t user, system;

	SETUP(posix_trace_attr_init(attr));
	SETUP(posix_trace_attr_setstreamfullpolicy(attr, policy));
	SETUP(posix_trace_attr_setmaxdatasize(attr, size));
	SETUP(posix_trace_attr_getmaxusereventsize(attr, size, &user));
	SETUP(posix_trace_attr_getmaxsystemeventsize(attr, &system));
	SETUP(posix_trace_attr_setstreamsize(attr, n * user + 4 * system));
}

/* Record an event that carries a number. */
static inline void ct_fire(trace_event_id_t id, int number)
{
	posix_trace_event(id, &number, sizeof(number));
}

static inline int ct_number(const struct ct_event *ev)
{
	int n = -1;

	if (ev->len >= sizeof(n))
		memcpy(&n, ev->data, sizeof(n));
	return n;
}

/* The next event of an active stream, if there is one now. */
static inline int ct_try(trace_id_t trid, struct ct_event *ev)
{
	int none = -1;

	EXPECT(posix_trace_trygetnext_event(trid, &ev->info, ev->data,
			sizeof(ev->data), &ev->len, &none), 0);
	return !none;
}

/* The next event of a log, unless it has come to its end. */
static inline int ct_read(trace_id_t trid, struct ct_event *ev)
{
	int none = -1;

	EXPECT(posix_trace_getnext_event(trid, &ev->info, ev->data,
			sizeof(ev->data), &ev->len, &none), 0);
	return !none;
}

static inline int ct_is(trace_id_t trid, const struct ct_event *ev,
		trace_event_id_t id)
{
	return posix_trace_eventid_equal(trid, ev->info.posix_event_id, id);
}

typedef int ct_reader(trace_id_t, struct ct_event *);

/* Read on to the next event of this type; 0 if there is none. */
static inline int ct_find(ct_reader *next, trace_id_t trid,
		struct ct_event *ev, trace_event_id_t id)
{
	while (next(trid, ev))
		if (ct_is(trid, ev, id))
			return 1;
	return 0;
}

/* How many events of this type are left; reads them. */
static inline int ct_count(ct_reader *next, trace_id_t trid,
		trace_event_id_t id)
{
	static struct ct_event ev;
	int n = 0;

	while (ct_find(next, trid, &ev, id))
		n++;
	return n;
}

/* Record numbered events, padded to `size` bytes, until the stream says it
 * is full; the number of events. */
static inline int ct_fill(trace_id_t trid, trace_event_id_t id, size_t size)
{
	static unsigned char data[CT_ROOM];
	size_t bytes = 0;
	int n = 0;

	if (size < sizeof(n) || size > sizeof(data))
		UNRESOLVED("events of %zu bytes cannot fill a stream", size);
	while (ct_status(trid).posix_stream_full_status != POSIX_TRACE_FULL) {
		memcpy(data, &n, sizeof(n));
		posix_trace_event(id, data, size);
		n++;
		bytes += size;
		if (bytes > (size_t)64 << 20)
			UNRESOLVED("a small stream was not full after %d "
					"events of %zu bytes", n, size);
	}
	return n;
}

/* --- Logs --------------------------------------------------------------- */

static inline void ct_unlink(void)
{
	if (getpid() == ct_owner)
		while (ct_n_paths > 0)
			unlink(ct_paths[--ct_n_paths]);
}

/* An empty file, open for reading and writing. */
static inline int ct_file(void)
{
	const char *dir = getenv("TMPDIR");

	if (ct_n_paths == 4)
		UNRESOLVED("too many files");
	snprintf(ct_paths[ct_n_paths], sizeof(ct_paths[0]),
			"%s/conftest.XXXXXX", dir ? dir : "/tmp");
	return SYSTEM(mkstemp(ct_paths[ct_n_paths++]));
}

#if !defined(_POSIX_TRACE_LOG) || _POSIX_TRACE_LOG != -1

/* An active stream with log of this process; attr may be NULL. */
static inline trace_id_t ct_logged(const trace_attr_t *attr, int fd)
{
	trace_id_t trid;
	int err;

	CT_UNTIL((err = posix_trace_create_withlog(0, attr, fd, &trid))
			!= EAGAIN);
	ct_setup("posix_trace_create_withlog", err);
	return trid;
}

static inline trace_id_t ct_logging(const trace_attr_t *attr, int fd)
{
	trace_id_t trid = ct_logged(attr, fd);

	SETUP(posix_trace_start(trid));
	return trid;
}

/* A running stream with log that has room for n events of up to 64 bytes,
 * whether or not the implementation flushes meanwhile. */
static inline trace_id_t ct_logging_for(size_t n)
{
	trace_attr_t attr;

	ct_attr(&attr, POSIX_TRACE_UNTIL_FULL, n, 64);
	SETUP(posix_trace_attr_setlogfullpolicy(&attr, POSIX_TRACE_APPEND));
	return ct_logging(&attr, ct_file());
}

/* The log made last, opened for reading. */
static inline trace_id_t ct_reopen(void)
{
	trace_id_t trid;
	int fd = SYSTEM(open(ct_path, O_RDONLY));

	EXPECT(posix_trace_open(fd, &trid), 0);
	return trid;
}

/* Flush, and wait until that is done. */
static inline void ct_flush(trace_id_t trid)
{
	EXPECT(posix_trace_flush(trid), 0);
	CT_UNTIL(ct_status(trid).posix_stream_flush_status ==
			POSIX_TRACE_NOT_FLUSHING);
	if (ct_status(trid).posix_stream_flush_status !=
			POSIX_TRACE_NOT_FLUSHING)
		FAIL("a flush did not end in %g seconds", CT_PATIENCE);
}

/* A log of one event type with the numbers 0 to n - 1, opened. */
static inline trace_id_t ct_made_log(trace_event_id_t id, int n)
{
	trace_id_t trid = ct_logging_for((size_t)n);
	int i;

	for (i = 0; i < n; i++)
		ct_fire(id, i);
	SETUP(posix_trace_shutdown(trid));
	return ct_reopen();
}

#endif

/* --- The frame ---------------------------------------------------------- */

static void ct_out_of_time(int sig)
{
	static const char text[] =
		"FAIL: the program was still waiting when its time was up.\n";

	(void)sig;
	if (write(STDOUT_FILENO, text, sizeof(text) - 1) == -1)
		_exit(CT_UNRESOLVED);
	_exit(CT_FAIL);
}

static inline void ct_option(int name, const char *what)
{
	if (sysconf(name) == -1)
		UNSUPPORTED("sysconf says that the option %s is absent", what);
}

int main(int argc, char **argv)
{
	struct sigaction sa;

	(void)argc;
	ct_argv = argv;
	ct_owner = getpid();
	memset(&sa, 0, sizeof(sa));
	sa.sa_handler = ct_out_of_time;
	sigaction(SIGALRM, &sa, NULL);
	alarm(ct_limit());
	atexit(ct_unlink);

	ct_option(_SC_TRACE, "Trace");
	if ((NEEDS) & CT_FILTER)
		ct_option(_SC_TRACE_EVENT_FILTER, "Trace Event Filter");
	if ((NEEDS) & CT_INHERIT)
		ct_option(_SC_TRACE_INHERIT, "Trace Inherit");
	if ((NEEDS) & CT_LOG)
		ct_option(_SC_TRACE_LOG, "Trace Log");
	test();
	UNRESOLVED("the program came to no verdict");
}

#endif
