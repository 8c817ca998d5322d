/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* Who opens a log while it is being created finds none yet, or a whole one. */
#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "logfile.h"
#include "support.h"

enum { ROUNDS = 1000, NONE = -1, OVER = -2 };

static _Atomic int current = NONE;	/* the file that the reader is to open */
static unsigned n_early;		/* there was no log yet */
static unsigned n_wrong;
static uint64_t damaged;

/* No ck_assert() here: that is for one thread. */
static void open_until_there(int fd)
{
	struct pxt_log_reader *reader;
	int err;

	while ((err = pxt_log_open(fd, &reader)) == EINVAL)
		n_early++;
	n_wrong += err != 0;
	if (err)
		return;
	damaged += pxt_log_get_summary(reader)->damaged;
	pxt_log_close(reader);
}

static void *read_all(void *unused)
{
	int fd;

	while ((fd = atomic_load(&current)) != OVER) {
		if (fd == NONE) {
			sched_yield();
			continue;
		}
		open_until_there(fd);
		atomic_store(&current, NONE);
	}
	return unused;
}

START_TEST(log_that_is_begun_is_whole_or_none)
{
	const struct pxt_log_head head =
		logfile_head(POSIX_TRACE_APPEND, 1 << 20);
	struct pxt_log *log;
	pthread_t reader;

	support_begin();
	ck_assert_int_eq(pthread_create(&reader, NULL, read_all, NULL), 0);
	for (unsigned i = 0; i < ROUNDS; i++) {
		int fd = logfile_open("begin"), err;

		atomic_store(&current, fd);
		err = pxt_log_create(fd, &head, &log);
		ck_assert_int_eq(err, 0);
		while (atomic_load(&current) != NONE)
			sched_yield();
		logfile_destroy(log);
		close(fd);
	}
	atomic_store(&current, OVER);
	pthread_join(reader, NULL);
	ck_assert_uint_gt(n_early, 0);
	ck_assert_uint_eq(n_wrong, 0);
	ck_assert_uint_eq(damaged, 0);
	support_check_leaks();
}
END_TEST

/* What a reader can find of it on the way: a limit on the size of files stops it
 * at each place. */
START_TEST(part_of_a_beginning_is_none)
{
	const struct pxt_log_head head =
		logfile_head(POSIX_TRACE_APPEND, 1 << 20);
	int fd = logfile_open("part"), err;
	struct pxt_log_reader *reader;
	struct pxt_log *log;

	signal(SIGXFSZ, SIG_IGN);
	for (rlim_t size = 0; size < PXT_LOG_NAMES; size += 1024) {
		ck_assert_int_eq(ftruncate(fd, 0), 0);
		logfile_limit_size(size);
		err = pxt_log_create(fd, &head, &log);
		logfile_limit_size(RLIM_INFINITY);
		ck_assert_int_eq(err, EFBIG);
		ck_assert_int_eq(pxt_log_open(fd, &reader), EINVAL);
	}
	ck_assert_int_eq(pxt_log_create(fd, &head, &log), 0);
	ck_assert_int_eq(pxt_log_open(fd, &reader), 0);
	ck_assert_uint_eq(pxt_log_get_summary(reader)->damaged, 0);
	pxt_log_close(reader);
	logfile_destroy(log);
	close(fd);
}
END_TEST

/* An older log in the file is none from the first write on. */
START_TEST(log_that_replaces_one_is_whole)
{
	struct pxt_log_head head = logfile_head(POSIX_TRACE_APPEND, 1 << 20);
	struct pxt_log_reader *reader;
	int fd = logfile_open("again");
	struct pxt_log *log;

	for (unsigned i = 1; i <= 2; i++) {
		head.target_pid = (int32_t)i;
		ck_assert_int_eq(pxt_log_create(fd, &head, &log), 0);
		ck_assert_int_eq(pxt_log_add_name(log, 70, "x"), 0);
		logfile_destroy(log);
	}
	ck_assert_int_eq(pxt_log_create(fd, &head, &log), 0);
	ck_assert_int_eq(pxt_log_open(fd, &reader), 0);
	ck_assert_uint_eq(pxt_log_get_summary(reader)->damaged, 0);
	ck_assert_int_eq(pxt_log_get_head(reader)->target_pid, 2);
	pxt_log_close(reader);
	logfile_destroy(log);
	close(fd);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("log-begin");
	TCase *tc = support_case(suite, "begin");

	tcase_add_test(tc, log_that_is_begun_is_whole_or_none);
	tcase_add_test(tc, part_of_a_beginning_is_none);
	tcase_add_test(tc, log_that_replaces_one_is_whole);
	return support_run(suite);
}
