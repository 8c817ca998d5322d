/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* The fixture of the unit tests; see support.h. */
#include "support.h"

#include <dirent.h>
#include <pthread.h>
#include <sched.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <time.h>
#include <unistd.h>

/* Resources that a process can leave, as counted in /proc and /dev/shm. */
struct holdings {
	int descriptors;
	int threads;
	int mappings;
	int names;
};

static struct holdings before;

/*
 * libcheck's limit of some seconds is for an idle machine.  The caller of the
 * program limits the total time, so here the limit only shows which case hangs.
 * It is set before main(), because it is read when a case is created.
 */
__attribute__((constructor))
static void be_patient(void)
{
	setenv("CK_TIMEOUT_MULTIPLIER", "8", 0);
}

int support_run(Suite *suite)
{
	SRunner *runner = srunner_create(suite);
	int failed;

	srunner_run_all(runner, CK_ENV);
	failed = srunner_ntests_failed(runner);
	srunner_free(runner);
	return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}

/* Counts the entries of a directory that `accept` allows (NULL: all); 0 if
 * there is no directory. */
static int count_entries(const char *path, bool (*accept)(const char *name))
{
	DIR *dir = opendir(path);
	struct dirent *entry;
	int n = 0;

	if (!dir)
		return 0;
	while ((entry = readdir(dir)))
		if (entry->d_name[0] != '.' &&
		    (!accept || accept(entry->d_name)))
			n++;
	closedir(dir);
	return n;
}

/*
 * Other tests use the same directory at the same time, so only names with this
 * process's id count.
 */
static bool names_this_process(const char *name)
{
	static const char digits[] = "0123456789";

	while (*(name += strcspn(name, digits))) {
		size_t len = strspn(name, digits);

		if (strtol(name, NULL, 10) == getpid())
			return true;
		name += len;
	}
	return false;
}

static int count_mappings(const char *path)
{
	FILE *maps = fopen("/proc/self/maps", "re");
	char line[512];
	int n = 0;

	ck_assert_ptr_nonnull(maps);
	while (fgets(line, sizeof(line), maps))
		if (strstr(line, path))
			n++;
	fclose(maps);
	return n;
}

static struct holdings take_stock(void)
{
	char rundir[64];
	struct holdings now;

	/* The descriptor that reads the directory counts itself. */
	now.descriptors = count_entries("/proc/self/fd", NULL);
	now.threads = count_entries("/proc/self/task", NULL);
	snprintf(rundir, sizeof(rundir), "/dev/shm/posixtrace-%u/",
		 (unsigned)geteuid());
	now.mappings = count_mappings(rundir);
	now.names = count_entries(rundir, names_this_process);
	return now;
}

static bool is_more(const struct holdings *now)
{
	return now->descriptors > before.descriptors ||
	       now->threads > before.threads ||
	       now->mappings > before.mappings || now->names > before.names;
}

#ifdef __SANITIZE_THREAD__
static void *do_nothing(void *arg)
{
	return arg;
}

/* A sanitizer starts a thread of its own with the first thread. */
static void have_all_threads(void)
{
	pthread_t thread;

	ck_assert_int_eq(pthread_create(&thread, NULL, do_nothing, NULL), 0);
	pthread_join(thread, NULL);
}
#else
static void have_all_threads(void)
{
}
#endif

void support_begin(void)
{
	have_all_threads();
	before = take_stock();
}

void support_check_leaks(void)
{
	struct holdings now = take_stock();

	for (int i = 0; i < 100 && is_more(&now); i++) {
		nanosleep(&(struct timespec){ .tv_nsec = 10000000 }, NULL);
		now = take_stock();
	}
	ck_assert_int_le(now.descriptors, before.descriptors);
	ck_assert_int_le(now.threads, before.threads);
	ck_assert_int_le(now.mappings, before.mappings);
	ck_assert_int_le(now.names, before.names);
}

TCase *support_case(Suite *suite, const char *name)
{
	TCase *tc = tcase_create(name);

	tcase_add_checked_fixture(tc, support_begin, support_check_leaks);
	suite_add_tcase(suite, tc);
	return tc;
}

/* SplitMix64 by Sebastiano Vigna, which is in the public domain. */
bool support_is_emulated(void)
{
	return prctl(PR_GET_SECCOMP, 0, 0, 0, 0) < 0;
}

uint64_t support_random(uint64_t *state)
{
	uint64_t z = *state += UINT64_C(0x9e3779b97f4a7c15);

	z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
	z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
	return z ^ z >> 31;
}

uint64_t support_random_below(uint64_t *state, uint64_t n)
{
	return support_random(state) % n;
}

void support_run_on(uint64_t n)
{
	cpu_set_t may, one;

	CPU_ZERO(&one);
	ck_assert_int_eq(sched_getaffinity(0, sizeof(may), &may), 0);
	for (int i = 0; i < CPU_SETSIZE; i++)
		if (CPU_ISSET(i, &may) && n-- == 0)
			CPU_SET(i, &one);
	if (CPU_COUNT(&one))
		sched_setaffinity(0, sizeof(one), &one);
}
