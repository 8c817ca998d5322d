/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * A program that controls streams shares liburcu with the library.  Its own
 * read sections and forks work as if the library did not exist, and streams can
 * be closed while other threads read them, fork, are cancelled or leave by
 * longjmp.
 */
#ifndef PXT_RCU_BY_CALL		/* see meson.build */
#define _LGPL_SOURCE
#endif
#include <urcu/urcu-bp.h>

#include "hazard.h"

#include <setjmp.h>

enum { EVENTS = 5000, READERS = 3 };

static _Atomic bool over;
static _Atomic trace_id_t current;
static _Atomic unsigned n_read;

/* A log of EVENTS events. */
static int make_log(void)
{
	trace_event_id_t type = hz_type("rcu");
	int fd = hz_file();
	trace_attr_t attr;
	trace_id_t trid;

	OK(posix_trace_attr_init(&attr));
	OK(posix_trace_attr_setlogfullpolicy(&attr, POSIX_TRACE_APPEND));
	OK(posix_trace_create_withlog(0, &attr, fd, &trid));
	OK(posix_trace_attr_destroy(&attr));
	OK(posix_trace_start(trid));
	for (int i = 0; i < EVENTS; i++)
		posix_trace_event(type, &i, sizeof(i));
	OK(posix_trace_shutdown(trid));
	return fd;
}

static trace_id_t open_log(int fd)
{
	trace_id_t trid;

	OK(posix_trace_open(fd, &trid));
	return trid;
}

/* 0, ENOENT at the end of the log, or another error. */
static int read_one(trace_id_t trid)
{
	struct posix_trace_event_info info;
	int data, unavailable;
	size_t len;
	int err = posix_trace_getnext_event(trid, &info, &data, sizeof(data),
					    &len, &unavailable);

	return err ? err : unavailable ? ENOENT : 0;
}

static unsigned read_all(trace_id_t trid)
{
	unsigned n = 0;
	int err;

	while ((err = read_one(trid)) == 0)
		n++;
	CHECK(err == ENOENT, "%s", strerror(err));
	return n;
}

/* Read the current log, which another thread replaces and closes. */
static void *read_current(void *arg)
{
	while (!over) {
		int err = read_one(current);

		CHECK(!err || err == ENOENT || err == EINVAL, "%s",
		      strerror(err));
		n_read += !err;
	}
	return arg;
}

static void close_among_readers(void)
{
	unsigned rounds = 200;
	pthread_t readers[READERS];
	int fd = make_log();

	for (int i = 0; i < READERS; i++)
		readers[i] = hz_thread(read_current, NULL);
	for (unsigned i = 0; i < rounds || !n_read; i++) {
		trace_id_t trid = open_log(fd);

		current = trid;
		sched_yield();
		OK(posix_trace_close(trid));
		CHECK(posix_trace_close(trid) == EINVAL, "closed twice");
	}
	over = true;
	for (int i = 0; i < READERS; i++)
		pthread_join(readers[i], NULL);
}

/* In a read section of the program, no function waits for the end of the
 * section. */
static void in_a_section_of_the_program(void)
{
	int fd = make_log();
	struct hz_census before = hz_census();
	trace_id_t log = open_log(fd), live;

	for (int i = 0; i < 100; i++) {
		urcu_bp_read_lock();
		CHECK(read_all(log) > EVENTS, "too few");
		OK(posix_trace_close(log));
		CHECK(read_one(log) == EINVAL, "still open");
		live = hz_create(&(struct hz_setup){ .size = 1 << 16 });
		OK(posix_trace_shutdown(live));
		CHECK(urcu_bp_read_ongoing(), "the program's section has ended");
		log = open_log(fd);
		urcu_bp_read_unlock();
		CHECK(!urcu_bp_read_ongoing(), "a section is left");
	}
	/* Closing frees what the read sections had kept from being freed. */
	OK(posix_trace_close(log));
	hz_check_census(before);
}

static void *stay_in_section(void *arg)
{
	urcu_bp_read_lock();
	n_read = 1;
	while (!over)
		hz_sleep_ms(1);
	urcu_bp_read_unlock();
	return arg;
}

/* While a read section lasts, all functions work except those that end a
 * stream, and exit() does not hang. */
static void beside_a_long_section(void)
{
	trace_id_t log = open_log(make_log()), live;
	struct hz_event event;

	hz_thread(stay_in_section, NULL);
	while (!n_read)
		hz_sleep_ms(1);
	CHECK(read_all(log) > EVENTS, "too few");
	live = hz_create(&(struct hz_setup){ .size = 1 << 16 });
	CHECK(hz_try(live, &event), "no START");
	exit(0);
}

static void check_child(int fd)
{
	trace_id_t trid = open_log(fd);

	CHECK(read_all(trid) > EVENTS, "too few");
	OK(posix_trace_close(trid));
	CHECK(!urcu_bp_read_ongoing(), "in a section");
	_exit(0);
}

static void fork_children(int fd, bool by_the_book)
{
	/* Static, because the system call fills in only some of the bits. */
	static sigset_t before, now;

	for (int i = 0; i < 200 / HZ_SLOW; i++) {
		pid_t pid;

		pthread_sigmask(SIG_BLOCK, NULL, &before);
		if (by_the_book)
			urcu_bp_before_fork();
		pid = hz_fork();
		if (by_the_book && pid == 0)
			urcu_bp_after_fork_child();
		else if (by_the_book)
			urcu_bp_after_fork_parent();
		pthread_sigmask(SIG_BLOCK, NULL, &now);
		CHECK(memcmp(&before, &now, sizeof(now)) == 0, "signal mask");
		if (pid == 0)
			check_child(fd);
		hz_join(pid);
	}
}

/* Threads that start, read, close and end, so that liburcu's locks are busy. */
static void *open_and_close(void *fd)
{
	trace_id_t trid = open_log(*(int *)fd);

	for (int i = 0; i < 100; i++)
		OK(read_one(trid));
	OK(posix_trace_close(trid));
	return fd;
}

static void *have_it_closed(void *fd)
{
	while (!over)
		pthread_join(hz_thread(open_and_close, fd), NULL);
	return fd;
}

static void fork_among(bool by_the_book)
{
	pthread_t threads[2];
	int fd;

	if (HZ_SLOW > 1)
		SKIP("a lock of the sanitizer's allocator that another thread "
		     "held stays locked in the child");
	fd = make_log();

	fork_children(fd, by_the_book);
	for (int i = 0; i < 2; i++)
		threads[i] = hz_thread(have_it_closed, &fd);
	fork_children(fd, by_the_book);
	over = true;
	for (int i = 0; i < 2; i++)
		pthread_join(threads[i], NULL);
}

static void fork_among_closers(void)
{
	fork_among(false);
}

static void fork_with_liburcu_hooks(void)
{
	fork_among(true);
}

static sigjmp_buf back;
static _Atomic bool armed;

static void jump(int signal)
{
	(void)signal;
	if (atomic_exchange(&armed, false))
		siglongjmp(back, 1);
}

/*
 * Read until a signal interrupts it at a place where nothing is allocated any
 * more, because malloc() does not survive a longjmp.  Leaves the log open.
 */
static void read_until_jump(int fd, long ns)
{
	struct itimerspec soon = { .it_value.tv_nsec = ns };
	struct sigevent tell = {
		.sigev_notify = SIGEV_SIGNAL, .sigev_signo = SIGUSR1,
	};
	static trace_id_t trid;
	static timer_t timer;

	trid = open_log(fd);
	CHECK(read_all(trid) > EVENTS, "too few");
	SYS(timer_create(CLOCK_MONOTONIC, &tell, &timer));
	if (sigsetjmp(back, 1) == 0) {
		armed = true;
		SYS(timer_settime(timer, 0, &soon, NULL));
		while (armed)
			CHECK(read_one(trid) == ENOENT, "not at the end");
	}
	SYS(timer_delete(timer));
}

/* A handler that leaves getnext by longjmp does not block other threads
 * later. */
static void longjmp_out_of_getnext(void)
{
	uint64_t random = 7;
	int fd = make_log();

	signal(SIGUSR1, jump);
	for (int i = 0; i < 300 / HZ_SLOW; i++) {
		trace_id_t trid;

		read_until_jump(fd, 1000 + hz_random(&random) % 30000);
		/* A new stream: the other one may have been left in the middle
		 * of a call. */
		trid = open_log(fd);
		OK(read_one(trid));
		OK(posix_trace_close(trid));
		CHECK(!urcu_bp_read_ongoing(), "a section is left");
	}
	urcu_bp_synchronize_rcu();
}

static void *get_next(void *trid)
{
	struct hz_event event;

	while (hz_get(*(trace_id_t *)trid, &event))
		n_read++;
	return trid;
}

/* A thread that sleeps in getnext is in no read section. */
static void asleep_without_section(void)
{
	trace_id_t live = hz_create(&(struct hz_setup){ .size = 1 << 16 });
	pthread_t thread = hz_thread(get_next, &live);
	uint64_t begin;

	while (!n_read)
		hz_sleep_ms(1);
	hz_sleep_ms(50);
	begin = hz_ns();
	urcu_bp_synchronize_rcu();
	CHECK(hz_is_within(begin, 5), "it waited for a sleeping thread");
	pthread_cancel(thread);
	pthread_join(thread, NULL);
	OK(posix_trace_shutdown(live));
}

static const struct hz_case cases[] = {
	{ "close-among-readers", close_among_readers, 0, false },
	{ "in-a-section", in_a_section_of_the_program, 0, false },
	{ "beside-a-long-section", beside_a_long_section, 0, false },
	{ "fork-among-closers", fork_among_closers, 0, true },
	{ "fork-with-liburcu-hooks", fork_with_liburcu_hooks, 0, true },
	{ "longjmp-out-of-getnext", longjmp_out_of_getnext, 0, false },
	{ "asleep-without-section", asleep_without_section, 0, false },
};

HZ_MAIN(cases)
