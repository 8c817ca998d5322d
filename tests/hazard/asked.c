/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * Snapshots that another process asks for: posixtrace_notify_snapshots(),
 * posixtrace_answer_snapshot() and POSIXTRACE_COMMAND_SNAPSHOT.
 */
#include "processes.h"

/* Not the last one: its number is no constant of the C library. */
#define ASKED (SIGRTMIN + 3)

enum { EVENTS = 10 };

static trace_id_t trid;

static void *ask_once(void *result)
{
	static struct posixtrace_stream list[TRACE_SYS_MAX];
	size_t n = posixtrace_streams(list, TRACE_SYS_MAX);
	int *err = result;

	CHECK(n == 1, "%zu streams", n);
	*err = posixtrace_command(&list[0], POSIXTRACE_COMMAND_SNAPSHOT);
	return NULL;
}

/* In a child; the result is its exit status. */
static pid_t ask(void)
{
	pid_t pid = hz_fork();
	int err;

	if (pid == 0) {
		ask_once(&err);
		_exit(err);
	}
	return pid;
}

static int answer_to(pid_t pid)
{
	int status;

	SYS(waitpid(pid, &status, 0));
	CHECK(WIFEXITED(status), "status %#x", (unsigned)status);
	return WEXITSTATUS(status);
}

static void accept_requests(int value)
{
	const struct sigevent event = {
		.sigev_notify = SIGEV_SIGNAL,
		.sigev_signo = ASKED,
		.sigev_value.sival_int = value,
	};
	sigset_t set;

	sigemptyset(&set);
	sigaddset(&set, ASKED);
	OK(pthread_sigmask(SIG_BLOCK, &set, NULL));
	OK(posixtrace_notify_snapshots(trid, &event));
}

/* Is there a request within ten seconds? */
static void expect_request(int value)
{
	const struct timespec limit = { .tv_sec = 10 };
	siginfo_t info;
	sigset_t set;

	sigemptyset(&set);
	sigaddset(&set, ASKED);
	CHECK(sigtimedwait(&set, &info, &limit) == ASKED, "no request");
	CHECK(info.si_code == SI_QUEUE && info.si_value.sival_int == value,
	      "code %d, value %d", info.si_code, info.si_value.sival_int);
}

static void begin(int policy)
{
	trid = hz_create(&(struct hz_setup){ .fd = hz_file(), .policy = policy,
		.log_policy = POSIX_TRACE_APPEND });
}

static unsigned count(int fd)
{
	trace_id_t log;
	struct hz_event e;
	unsigned n = 0;

	SYS(lseek(fd, 0, SEEK_SET));
	OK(posix_trace_open(fd, &log));
	while (hz_get(log, &e))
		n += hz_is_user(&e);
	OK(posix_trace_close(log));
	return n;
}

/* Each has what came since the one before, and whoever asks waits for it. */
static void made(void)
{
	int fd = hz_file(), next = hz_file();

	trid = hz_create(&(struct hz_setup){ .fd = fd, .policy = POSIX_TRACE_LOOP,
		.log_policy = POSIX_TRACE_APPEND });
	accept_requests(17);
	for (int i = 0; i < 3; i++) {
		pid_t pid = ask();

		for (int k = 0; k < EVENTS + i; k++)
			posix_trace_event(hz_type("x"), &k, sizeof(k));
		expect_request(17);
		CHECK(waitpid(pid, NULL, WNOHANG) == 0, "it did not wait");
		OK(posixtrace_switch_log(trid, next));
		OK(posixtrace_answer_snapshot(trid, 0));
		OK(answer_to(pid));
		CHECK(count(fd) == (unsigned)(EVENTS + i), "%u events", count(fd));
		SYS(close(fd));
		fd = next;
		next = hz_file();
	}
	OK(posix_trace_shutdown(trid));
}

/* That it cannot be made is told to who asks. */
static void failed(void)
{
	pid_t pid;

	begin(POSIX_TRACE_LOOP);
	accept_requests(1);
	pid = ask();
	expect_request(1);
	OK(posixtrace_answer_snapshot(trid, ENOSPC));
	CHECK(answer_to(pid) == ENOSPC, "another answer");
	CHECK(posixtrace_answer_snapshot(trid, 0) == ESRCH, "answered twice");
	OK(posix_trace_shutdown(trid));
}

/* Of several that ask at once, each gets its own answer. */
static void several(void)
{
	enum { N = 20 };
	pid_t pid[N];
	unsigned seen = 0;

	begin(POSIX_TRACE_LOOP);
	accept_requests(2);
	for (int i = 0; i < N; i++)
		pid[i] = ask();
	for (int i = 0; i < N; i++) {
		expect_request(2);
		OK(posixtrace_answer_snapshot(trid, 40 + i));
	}
	for (int i = 0; i < N; i++) {
		const int answer = answer_to(pid[i]);

		CHECK(answer >= 40 && answer < 40 + N, "answer %d", answer);
		CHECK(!(seen & 1u << (answer - 40)), "answer %d twice", answer);
		seen |= 1u << (answer - 40);
	}
	OK(posix_trace_shutdown(trid));
}

static void refused(void)
{
	const struct sigevent none = { .sigev_notify = SIGEV_NONE };
	pid_t pid;

	begin(POSIX_TRACE_LOOP);
	CHECK(answer_to(ask()) == ENOTSUP, "before it accepts any");
	accept_requests(3);
	OK(posixtrace_notify_snapshots(trid, NULL));
	CHECK(answer_to(ask()) == ENOTSUP, "after NULL");
	accept_requests(4);
	pid = ask();
	expect_request(4);
	/* One that is outstanding is refused as well. */
	OK(posixtrace_notify_snapshots(trid, &none));
	CHECK(answer_to(pid) == ENOTSUP, "while it asks");
	OK(posix_trace_shutdown(trid));
}

/* The other commands wait no longer than one that is never answered, and a program
 * that ends its stream ends the waiting. */
static void never_answered(void)
{
	pid_t pid;

	begin(POSIX_TRACE_LOOP);
	accept_requests(5);
	pid = ask();
	expect_request(5);
	CHECK(answer_to(pid) == ETIMEDOUT, "an answer");
	CHECK(posixtrace_answer_snapshot(trid, 0) == ESRCH, "somebody waits");
	pid = ask();
	expect_request(5);
	OK(posix_trace_shutdown(trid));
	CHECK(answer_to(pid) == ENOENT, "it has ended");
}

static void misuse(void)
{
	struct sigevent event = { .sigev_notify = SIGEV_THREAD };
	trace_id_t plain;

	begin(POSIX_TRACE_LOOP);
	CHECK(posixtrace_notify_snapshots(trid, &event) == EINVAL, "a thread");
	event = (struct sigevent){ .sigev_notify = SIGEV_SIGNAL };
	CHECK(posixtrace_notify_snapshots(trid, &event) == EINVAL, "signal 0");
	event.sigev_signo = SIGRTMAX + 1;
	CHECK(posixtrace_notify_snapshots(trid, &event) == EINVAL, "no signal");
	CHECK(posixtrace_answer_snapshot(trid, -1) == EINVAL, "error -1");
	CHECK(posixtrace_answer_snapshot(trid, 0) == ESRCH, "nobody has asked");
	OK(posix_trace_create(0, NULL, &plain));
	CHECK(posixtrace_notify_snapshots(plain, NULL) == EINVAL, "no log");
	CHECK(posixtrace_answer_snapshot(plain, 0) == EINVAL, "no log");
	OK(posix_trace_shutdown(plain));
	OK(posix_trace_shutdown(trid));
	CHECK(posixtrace_notify_snapshots(trid, NULL) == EINVAL, "no stream");
}

static const struct hz_case cases[] = {
	{ .name = "made", .run = made },
	{ .name = "failed", .run = failed },
	{ .name = "several", .run = several },
	{ .name = "refused", .run = refused },
	{ .name = "never-answered", .run = never_answered },
	{ .name = "misuse", .run = misuse },
};

HZ_MAIN(cases)
