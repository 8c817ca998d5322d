/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * Tracing, or being traced, does not change what a program can observe of
 * itself: signals, errno, descriptors, cancellation, locale, limits, and memory
 * beyond the documented bound.
 */
#include "hazard.h"

#include <locale.h>
#include <sys/resource.h>

/* Every function of the API, on existing streams. */

static trace_id_t live, logged, replayed;
static trace_event_id_t type;
static int log_fd;
static struct hz_event event;
static trace_attr_t attr;
static trace_event_set_t set;
static struct posix_trace_status_info status;
static int number;
static size_t size;
static struct timespec moment;
static char text[128];

static int event_call(void)
{
	posix_trace_event(type, "data", 4);
	return 0;
}

static int create_call(void)
{
	trace_id_t trid;
	int err = posix_trace_create(0, NULL, &trid);

	return err ? err : posix_trace_shutdown(trid);
}

static int withlog_call(void)
{
	trace_id_t trid;
	int err = posix_trace_create_withlog(0, NULL, log_fd, &trid);

	return err ? err : posix_trace_shutdown(trid);
}

static int open_call(void)
{
	trace_id_t trid;
	int err = posix_trace_open(log_fd, &trid);

	return err ? err : posix_trace_close(trid);
}

/* Files of the other process remain until it ends: see .kills below. */
static int create_other_call(void)
{
	trace_id_t trid;
	int err = posix_trace_create(getppid(), NULL, &trid);

	return err ? err : posix_trace_shutdown(trid);
}

#define CALL(name, call) static int name(void) { return call; }
CALL(eventid_open, posix_trace_eventid_open("observe", &type))
CALL(trid_eventid_open, posix_trace_trid_eventid_open(live, "x", &type))
CALL(get_name, posix_trace_eventid_get_name(live, type, text))
CALL(equal, !posix_trace_eventid_equal(live, type, type))
CALL(list_next, posix_trace_eventtypelist_getnext_id(live, &type, &number))
CALL(list_rewind, posix_trace_eventtypelist_rewind(live))
CALL(start, posix_trace_start(live))
CALL(stop, posix_trace_stop(live))
CALL(clear, posix_trace_clear(live))
CALL(clear_log, posix_trace_clear(logged))
CALL(flush, posix_trace_flush(logged))
CALL(rewind_log, posix_trace_rewind(replayed))
CALL(get_status, posix_trace_get_status(live, &status))
CALL(get_attr, posix_trace_get_attr(live, &attr))
CALL(get_filter, posix_trace_get_filter(live, &set))
CALL(set_filter, posix_trace_set_filter(live, &set, POSIX_TRACE_SET_EVENTSET))
CALL(try_next, posix_trace_trygetnext_event(
	live, &event.info, &event.data, sizeof(event.data), &event.len,
	&event.unavailable))
CALL(attr_init, posix_trace_attr_init(&attr))
CALL(set_name, posix_trace_attr_setname(&attr, "name"))
CALL(get_streamsize, posix_trace_attr_getstreamsize(&attr, &size))
CALL(get_maxsize, posix_trace_attr_getmaxsystemeventsize(&attr, &size))
CALL(get_clockres, posix_trace_attr_getclockres(&attr, &moment))
CALL(get_createtime, posix_trace_attr_getcreatetime(&attr, &moment))
CALL(set_policy, posix_trace_attr_setlogfullpolicy(&attr, POSIX_TRACE_LOOP))
CALL(set_fill, posix_trace_eventset_fill(&set, POSIX_TRACE_SYSTEM_EVENTS))
CALL(set_empty, posix_trace_eventset_empty(&set))
CALL(set_member, posix_trace_eventset_ismember(type, &set, &number))
CALL(attr_destroy, posix_trace_attr_destroy(&attr))
/* The next two are cancellation points. */
CALL(get_next, posix_trace_getnext_event(
	replayed, &event.info, &event.data, sizeof(event.data), &event.len,
	&event.unavailable))

static const struct call {
	const char *name;
	int (*call)(void);
} calls[] = {
	{ "event", event_call },
	{ "eventid_open", eventid_open },
	{ "trid_eventid_open", trid_eventid_open },
	{ "eventid_get_name", get_name },
	{ "eventid_equal", equal },
	{ "eventtypelist_getnext_id", list_next },
	{ "eventtypelist_rewind", list_rewind },
	{ "stop", stop },
	{ "start", start },
	{ "event", event_call },
	{ "trygetnext_event", try_next },
	{ "clear", clear },
	{ "trygetnext_event", try_next },
	{ "flush", flush },
	{ "clear (log)", clear_log },
	{ "get_status", get_status },
	{ "get_attr", get_attr },
	{ "get_filter", get_filter },
	{ "set_filter", set_filter },
	{ "create, shutdown", create_call },
	{ "create_withlog, shutdown", withlog_call },
	{ "create for another", create_other_call },
	{ "open, close", open_call },
	{ "rewind", rewind_log },
	{ "attr_init", attr_init },
	{ "attr_setname", set_name },
	{ "attr_getstreamsize", get_streamsize },
	{ "attr_getmaxsystemeventsize", get_maxsize },
	{ "attr_getclockres", get_clockres },
	{ "attr_getcreatetime", get_createtime },
	{ "attr_setlogfullpolicy", set_policy },
	{ "eventset_fill", set_fill },
	{ "eventset_empty", set_empty },
	{ "eventset_ismember", set_member },
	{ "attr_destroy", attr_destroy },
	/* The last one is a cancellation point. */
	{ "getnext_event", get_next },
};

enum { N_CALLS = sizeof(calls) / sizeof(*calls) };

static void begin_all(void)
{
	trace_id_t trid;

	log_fd = hz_file();
	type = hz_type("observe");
	trid = hz_create(&(struct hz_setup){ .fd = log_fd });
	posix_trace_event(type, "data", 4);
	OK(posix_trace_shutdown(trid));
	OK(posix_trace_open(log_fd, &replayed));
	live = hz_create(&(struct hz_setup){0});
	logged = hz_create(&(struct hz_setup){ .fd = hz_file() });
	OK(posix_trace_attr_init(&attr));
}

static void end_all(void)
{
	OK(posix_trace_shutdown(live));
	OK(posix_trace_shutdown(logged));
	OK(posix_trace_close(replayed));
}

static void errno_stays(void)
{
	begin_all();
	for (int i = 0; i < N_CALLS; i++) {
		int err;

		errno = 4711;
		err = calls[i].call();
		CHECK(errno == 4711, "%s: errno %d", calls[i].name, errno);
		CHECK(err == 0, "%s: %s", calls[i].name, strerror(err));
	}
	errno = 4711;
	end_all();
	CHECK(errno == 4711, "at the end: errno %d", errno);
}

/* Call a function with a cancellation pending, which it must not act upon. */
static _Atomic int came_back, went_on;

static void *call_cancelled(void *arg)
{
	const struct call *c = arg;

	pthread_cancel(pthread_self());
	c->call();
	came_back = 1;
	pthread_testcancel();
	went_on = 1;
	return NULL;
}

static void run_cancelled(const struct call *c)
{
	came_back = went_on = 0;
	pthread_join(hz_thread(call_cancelled, (void *)c), NULL);
	CHECK(came_back, "%s is a cancellation point", c->name);
	CHECK(!went_on, "%s has lost the cancellation", c->name);
}

static void no_cancellation_points(void)
{
	begin_all();
	for (int i = 0; i < N_CALLS - 1; i++)
		run_cancelled(&calls[i]);
	end_all();
}

/* The first call of a process opens files. */
static void none_at_the_first_call(void)
{
#if defined(__SANITIZE_THREAD__)
	SKIP("a sanitizer starts no thread after a fork");
#endif
	begin_all();
	/* At the fork, the flush thread is starting and may hold a lock of the
	 * sanitizer, which would then be held in the child for ever. */
	if (HZ_SLOW > 1)
		hz_sleep_ms(100);
	for (int i = 0; i < N_CALLS - 1; i++) {
		pid_t pid = hz_fork();

		if (pid == 0) {
			run_cancelled(&calls[i]);
			exit(0);
		}
		hz_join(pid);
	}
	end_all();
}

/* Traced by another process, which starts, stops, ends and dies. */
static void none_while_traced(void)
{
	pid_t self = getpid(), controller;
	int pipes[2];
	char byte;

	type = hz_type("observe");
	for (int round = 0; round < 3; round++) {
		SYS(pipe(pipes));
		controller = hz_fork();
		if (controller == 0) {
			hz_create(&(struct hz_setup){ .pid = self });
			SYS(write(pipes[1], "", 1));
			for (;;)
				pause();
		}
		SYS(read(pipes[0], &byte, 1));
		run_cancelled(&calls[0]);
		hz_kill(controller);
		for (int i = 0; posixtrace_is_traced(); i++) {
			CHECK(i < 400, "still traced");
			run_cancelled(&calls[0]);
			hz_sleep_ms(10);
		}
		close(pipes[0]);
		close(pipes[1]);
	}
}

/* Signals: handlers, masks, and which thread handles them. */

struct dispositions {
	struct sigaction action[65];
	sigset_t mask, pending;
};

static void take_dispositions(struct dispositions *d)
{
	memset(d, 0, sizeof(*d));
	for (int i = 1; i < 65; i++)
		sigaction(i, NULL, &d->action[i]);
	OK(pthread_sigmask(SIG_BLOCK, NULL, &d->mask));
	SYS(sigpending(&d->pending));
}

static void count_signal(int signal)
{
	(void)signal;
	number++;
}

static void signals_stay(void)
{
	static struct dispositions before, after;
	sigset_t usr1, pending;

	signal(SIGUSR2, count_signal);
	sigemptyset(&usr1);
	sigaddset(&usr1, SIGUSR1);
	OK(pthread_sigmask(SIG_BLOCK, &usr1, NULL));
	take_dispositions(&before);
	begin_all();
	for (int i = 0; i < N_CALLS; i++)
		calls[i].call();
	/* The only other thread is the flush thread, which does not handle the
	 * signal. */
	signal(SIGUSR1, count_signal);
	number = 0;
	SYS(kill(getpid(), SIGUSR1));
	hz_sleep_ms(20);
	SYS(sigpending(&pending));
	CHECK(sigismember(&pending, SIGUSR1) && number == 0,
	      "another thread has handled the signal");
	OK(pthread_sigmask(SIG_UNBLOCK, &usr1, NULL));
	CHECK(number == 1, "%d signals", number);
	SYS(sigaction(SIGUSR1, &before.action[SIGUSR1], NULL));
	OK(pthread_sigmask(SIG_BLOCK, &usr1, NULL));
	end_all();
	take_dispositions(&after);
	for (int i = 1; i < 65; i++)
		CHECK(before.action[i].sa_handler ==
		      after.action[i].sa_handler, "signal %d", i);
	CHECK(memcmp(&before.mask, &after.mask, sizeof(sigset_t)) == 0,
	      "the mask");
	CHECK(memcmp(&before.pending, &after.pending, sizeof(sigset_t)) == 0,
	      "what is pending");

}

/* Descriptors 0 to 2 are not used by the library, even if they are free. */
static void descriptors_stay(void)
{
	int saved[3], fd;

	for (int i = 0; i < 3; i++) {
		saved[i] = fcntl(i, F_DUPFD_CLOEXEC, 100);
		if (i < 2)
			close(i);
	}
	log_fd = open("/tmp", O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
	CHECK(log_fd == 0, "%d", log_fd);
	type = hz_type("observe");
	live = hz_create(&(struct hz_setup){0});
	OK(posix_trace_create_withlog(0, NULL, log_fd, &logged));
	fd = open("/dev/null", O_RDWR);
	CHECK(fd == 1, "1 is in use, so it is %d", fd);
	close(fd);
	OK(posix_trace_shutdown(logged));
	OK(posix_trace_open(log_fd, &replayed));
	fd = open("/dev/null", O_RDWR);
	CHECK(fd == 1, "the reader uses 1, so it is %d", fd);
	OK(posix_trace_close(replayed));
	OK(posix_trace_shutdown(live));
	for (int i = 0; i < 3; i++) {
		if (saved[i] >= 0)
			dup2(saved[i], i);
		close(saved[i]);
	}
}

/* In a process that is only traced the library opens no descriptor. */
static void traced_has_no_descriptor(void)
{
	unsigned before = hz_count_dir("/proc/self/fd");
	pid_t self = getpid(), controller;
	int pipes[2];
	char byte;

	type = hz_type("observe");
	SYS(pipe(pipes));
	controller = hz_fork();
	if (controller == 0) {
		hz_create(&(struct hz_setup){ .pid = self });
		SYS(write(pipes[1], "", 1));
		for (;;)
			pause();
	}
	SYS(read(pipes[0], &byte, 1));
	for (int i = 0; i < 1000; i++)
		posix_trace_event(type, "data", 4);
	CHECK(posixtrace_is_traced(), "not traced");
	CHECK(hz_count_dir("/proc/self/fd") == before + 2, "another descriptor is open");
	hz_kill(controller);
}

/* Other properties of the process. */
static void process_stays(void)
{
	char cwd[2][512], *locale = setlocale(LC_ALL, "C.UTF-8");
	struct rlimit limits[2][RLIM_NLIMITS];
	mode_t mask = umask(0277);

	memset(limits, 0, sizeof(limits));
	for (int i = 0; i < (int)RLIM_NLIMITS; i++)
		getrlimit(i, &limits[0][i]);
	CHECK(getcwd(cwd[0], sizeof(cwd[0])), "getcwd");
	begin_all();
	for (int i = 0; i < N_CALLS; i++)
		calls[i].call();
	end_all();
	for (int i = 0; i < (int)RLIM_NLIMITS; i++)
		getrlimit(i, &limits[1][i]);
	CHECK(memcmp(&limits[0], &limits[1], sizeof(limits[0])) == 0,
	      "limits");
	CHECK(getcwd(cwd[1], sizeof(cwd[1])) && strcmp(cwd[0], cwd[1]) == 0,
	      "directory");
	CHECK(!locale || strcmp(setlocale(LC_ALL, NULL), "C.UTF-8") == 0,
	      "locale");
	CHECK(umask(mask) == 0277, "umask");
	/* With a umask that forbids even the owner, other processes still find
	 * this one. */
	OK(create_other_call());
}

/*
 * Memory: the rounded size of the stream, a chunk for each thread that traces,
 * and the fixed head, as README and posix_trace(7) say.
 */
enum { THREADS = 16, STREAM = 1 << 20, CHUNK = 32 << 10 };

static pthread_barrier_t all_have;

static void *trace_many(void *arg)
{
	for (int i = 0; i < 20000; i++)
		posix_trace_event(type, text, sizeof(text));
	pthread_barrier_wait(&all_have);
	pthread_barrier_wait(&all_have);
	return arg;
}

static void memory_is_bounded(void)
{
	long shared, own, bound_kb = (STREAM + STREAM / 16 + THREADS * CHUNK +
				      (700 << 10)) >> 10;
	pthread_t threads[THREADS];

	if (HZ_SLOW > 1)
		SKIP("a sanitizer has memory of its own");
	type = hz_type("observe");
	pthread_barrier_init(&all_have, NULL, THREADS + 1);
	shared = hz_status_kb("RssShmem");
	own = hz_status_kb("RssAnon");
	live = hz_create(&(struct hz_setup){ .size = STREAM });
	for (int i = 0; i < THREADS; i++)
		threads[i] = hz_thread(trace_many, NULL);
	pthread_barrier_wait(&all_have);
	shared = hz_status_kb("RssShmem") - shared;
	own = hz_status_kb("RssAnon") - own;
	CHECK(shared <= bound_kb, "%ld kB shared, not %ld", shared, bound_kb);
	/* Stacks and records of the threads, and the reader. */
	CHECK(own <= 1000 + THREADS * 40, "%ld kB of its own", own);
	pthread_barrier_wait(&all_have);
	for (int i = 0; i < THREADS; i++)
		pthread_join(threads[i], NULL);
	OK(posix_trace_shutdown(live));
}

static const struct hz_case cases[] = {
	{ .name = "errno", .run = errno_stays, .kills = true },
	{ .name = "no-cancellation-points", .run = no_cancellation_points,
	  .kills = true },
	{ .name = "none-at-the-first-call", .run = none_at_the_first_call,
	  .kills = true },
	{ .name = "none-while-traced", .run = none_while_traced,
	  .kills = true },
	{ .name = "signals", .run = signals_stay, .kills = true },
	{ .name = "descriptors", .run = descriptors_stay },
	{ .name = "traced-has-no-descriptor",
	  .run = traced_has_no_descriptor, .kills = true },
	{ .name = "process", .run = process_stays, .kills = true },
	{ .name = "memory", .run = memory_is_bounded },
};

HZ_MAIN(cases)
