/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* Who opens a log while it is being created finds none yet, or a whole one. */
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "logfile.h"
#include "support.h"

enum { ROUNDS = 300, OVER = -1 };

static struct {
	sem_t begin, is_looking, is_done;
	int fd;				/* to be opened, or OVER */
	unsigned n_wrong;
	uint64_t damaged;
} reading;

/* No ck_assert() here: that is for one thread. */
static void open_until_there(int fd)
{
	struct pxt_log_reader *reader;
	bool is_looking = false;
	int err;

	while ((err = pxt_log_open(fd, &reader)) == EINVAL) {
		if (!is_looking)
			sem_post(&reading.is_looking);
		is_looking = true;
	}
	if (!is_looking)
		sem_post(&reading.is_looking);
	/* The log is begun after the first look, so there was none then. */
	reading.n_wrong += err != 0 || !is_looking;
	if (err)
		return;
	reading.damaged += pxt_log_get_summary(reader)->damaged;
	pxt_log_close(reader);
}

static void *read_all(void *unused)
{
	while (sem_wait(&reading.begin) == 0 && reading.fd != OVER) {
		open_until_there(reading.fd);
		sem_post(&reading.is_done);
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
	sem_init(&reading.begin, 0, 0);
	sem_init(&reading.is_looking, 0, 0);
	sem_init(&reading.is_done, 0, 0);
	ck_assert_int_eq(pthread_create(&reader, NULL, read_all, NULL), 0);
	for (unsigned i = 0; i < ROUNDS; i++) {
		const int fd = logfile_open("begin");
		int err;

		reading.fd = fd;
		sem_post(&reading.begin);
		sem_wait(&reading.is_looking);
		err = pxt_log_create(fd, &head, &log);
		ck_assert_int_eq(err, 0);
		sem_wait(&reading.is_done);
		logfile_destroy(log);
		close(fd);
	}
	reading.fd = OVER;
	sem_post(&reading.begin);
	pthread_join(reader, NULL);
	ck_assert_uint_eq(reading.n_wrong, 0);
	ck_assert_uint_eq(reading.damaged, 0);
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
