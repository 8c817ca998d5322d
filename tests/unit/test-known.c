/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * Which processes have files: directory/known.h.
 *
 * The directory is that of a user that does not exist, for whom only root can make one.
 */
#include "directory/known.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/rundir.h"
#include "directory/control.h"
#include "support.h"

static uid_t nobody;
static int dirfd;
static struct pxt_known known;
static struct pxt_proc self;

static void setup(void)
{
	support_begin();
	nobody = 2000000000u + (uid_t)getpid();
	ck_assert_int_eq(pxt_rundir_open(nobody, true, &dirfd), 0);
	ck_assert_int_eq(pxt_proc_read(getpid(), &self), 0);
}

static void teardown(void)
{
	char path[64];

	close(dirfd);
	snprintf(path, sizeof(path), "/dev/shm/posixtrace-%u", nobody);
	ck_assert_int_eq(rmdir(path), 0);
	support_check_leaks();
}

static void make(const char *name)
{
	ck_assert_int_eq(symlinkat("anything", dirfd, name), 0);
}

static void drop(const char *name)
{
	ck_assert_int_eq(unlinkat(dirfd, name, 0), 0);
}

/* A name of this process. */
static const char *own(const char *suffix)
{
	static char name[PXT_FILE_NAME_SIZE];

	pxt_process_name(&self, suffix, name);
	return name;
}

static void look(bool is_any, bool has)
{
	errno = 1234;
	ck_assert(pxt_known_open(nobody, &known));
	ck_assert_int_eq(pxt_known_is_any(&known), is_any);
	ck_assert_int_eq(pxt_known_has(&known, &self), has);
	ck_assert_int_eq(errno, 1234);
	pxt_known_close(&known);
}

START_TEST(nothing_is_known_in_an_empty_directory)
{
	char name[NAME_MAX + 1];

	errno = 1234;
	ck_assert(!pxt_known_open(nobody, &known));
	ck_assert(!pxt_known_open(nobody + 1, &known));
	ck_assert_int_eq(errno, 1234);
	/* The longest name allowed. */
	memset(name, 'x', NAME_MAX);
	name[NAME_MAX] = '\0';
	make(name);
	look(false, false);
	drop(name);
}
END_TEST

/* Those of streams, and what looks like one of a process. */
START_TEST(other_files_are_of_no_process)
{
	static const char *const names[] = {
		"s0", "s0.names", "all", "p", "p-1-2", "p12", "q1-2-3",
	};

	for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++)
		make(names[i]);
	look(false, false);
	for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++)
		drop(names[i]);
}
END_TEST

START_TEST(a_process_is_known_by_its_control_block_or_its_note)
{
	make(own(".names"));
	look(true, false);
	make(own(".in"));
	look(true, true);
	drop(own(".in"));
	/* A link to nothing is no control block. */
	ck_assert_int_eq(mkdirat(dirfd, own(""), 0700), 0);
	look(true, true);
	ck_assert_int_eq(unlinkat(dirfd, own(""), AT_REMOVEDIR), 0);
	drop(own(".names"));
}
END_TEST

/* One whose pid has the same bit, and this one at another time. */
START_TEST(another_process_is_not_this_one)
{
	struct pxt_proc other = self;
	char names[2][PXT_FILE_NAME_SIZE];

	other.own_pid += PXT_KNOWN_PIDS;
	pxt_process_name(&other, ".in", names[0]);
	other = self;
	other.start++;
	pxt_process_name(&other, ".in", names[1]);
	make(names[0]);
	make(names[1]);
	look(true, false);
	drop(names[0]);
	drop(names[1]);
}
END_TEST

START_TEST(what_comes_later_is_not_looked_for)
{
	make("s0");
	ck_assert(pxt_known_open(nobody, &known));
	make(own(".in"));
	ck_assert(!pxt_known_has(&known, &self));
	pxt_known_close(&known);
	look(true, true);
	drop(own(".in"));
	drop("s0");
}
END_TEST

/* The own one is found, wherever it is listed, also where not all are read. */
START_TEST(of_many_files_none_is_missed)
{
	static const unsigned numbers[] = { 100, 3000 };
	const unsigned n = numbers[_i];
	char name[32];

	for (unsigned i = 0; i < n; i++) {
		snprintf(name, sizeof(name), "p%u-1-1.in", i);
		make(name);
		if (i == n / 2)
			make(own(".in"));
	}
	look(true, true);
	drop(own(".in"));
	look(true, false);
	for (unsigned i = 0; i < n; i++) {
		snprintf(name, sizeof(name), "p%u-1-1.in", i);
		drop(name);
	}
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("known");
	TCase *tc = tcase_create("known");

	if (geteuid() != 0)
		return 77;
	suite_add_tcase(suite, tc);
	tcase_add_checked_fixture(tc, setup, teardown);
	tcase_add_test(tc, nothing_is_known_in_an_empty_directory);
	tcase_add_test(tc, other_files_are_of_no_process);
	tcase_add_test(tc, a_process_is_known_by_its_control_block_or_its_note);
	tcase_add_test(tc, another_process_is_not_this_one);
	tcase_add_test(tc, what_comes_later_is_not_looked_for);
	tcase_add_loop_test(tc, of_many_files_none_is_missed, 0, 2);
	return support_run(suite);
}
