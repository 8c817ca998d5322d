/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * The event type map: a name has one id, whichever process opens it, even if
 * many do so at once and one is killed in the middle.  The limit of types of a
 * process is exact.
 */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "model/eventmap.h"
#include "support.h"

/* User types that a process may have open besides the unnamed one. */
enum { MOST = TRACE_USER_EVENT_MAX - 1, FIRST = PXT_ID_USER + 1 };

/* The number of openers and of names.  Even if each opener counted one name
 * twice for a moment, the limit would not be reached. */
enum { OPENERS = 8, NAMES = MOST - OPENERS };

/* Memory shared with forked children. */
struct shared {
	struct pxt_eventmap map;
	unsigned ids[OPENERS][NAMES];
};

static struct shared *shared;
static struct pxt_eventmap *map;
static struct pxt_opened opened;

static void setup(void)
{
	support_begin();
	shared = mmap(NULL, sizeof(*shared), PROT_READ | PROT_WRITE,
		      MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	ck_assert_ptr_ne(shared, MAP_FAILED);
	map = &shared->map;
	pxt_eventmap_init(map);
	memset(&opened, 0, sizeof(opened));
}

static void teardown(void)
{
	munmap(shared, sizeof(*shared));
	support_check_leaks();
}

static unsigned open_name(const char *name)
{
	return pxt_eventmap_open(map, &opened, name);
}

/* The n-th of many names, in a static buffer. */
static const char *name_of(char *name, unsigned n)
{
	snprintf(name, PXT_EVENT_NAME_SIZE, "event number %u", n);
	return name;
}

static unsigned open_nth(struct pxt_opened *by, unsigned n)
{
	char name[PXT_EVENT_NAME_SIZE];

	return pxt_eventmap_open(map, by, name_of(name, n));
}

static void check_name(unsigned id, const char *expected)
{
	char name[PXT_EVENT_NAME_SIZE];

	ck_assert(pxt_eventmap_name(map, id, name));
	ck_assert_str_eq(name, expected);
}

static void check_no_name(unsigned id)
{
	char name[PXT_EVENT_NAME_SIZE];

	ck_assert(!pxt_eventmap_name(map, id, name));
}

START_TEST(first_names_get_the_first_ids)
{
	check_no_name(FIRST);
	ck_assert_uint_eq(open_name("a"), FIRST);
	ck_assert_uint_eq(open_name("b"), FIRST + 1);
	ck_assert_uint_eq(open_name("a"), FIRST);
	check_name(FIRST, "a");
	check_name(FIRST + 1, "b");
	check_no_name(FIRST + 2);
	ck_assert_uint_eq(pxt_load_relaxed(&opened.count), 2);
}
END_TEST

/* these types need no opening. */
START_TEST(predefined_names_give_their_ids)
{
	ck_assert_uint_eq(open_name("posix_trace_start"), POSIX_TRACE_START);
	ck_assert_uint_eq(open_name("posix_trace_unnamed_userevent"),
			  POSIX_TRACE_UNNAMED_USEREVENT);
	for (unsigned id = 0; id < PXT_ID_SPACE + 10; id++) {
		const char *name = pxt_predefined_name(id);

		if (!name)
			continue;
		ck_assert_uint_le(id, PXT_ID_USER);
		ck_assert_uint_eq(open_name(name), id);
		check_name(id, name);
	}
	ck_assert_uint_eq(pxt_load_relaxed(&opened.count), 0);
	ck_assert_uint_eq(pxt_load_relaxed(&map->hash[FIRST]), 0);
}
END_TEST

START_TEST(longest_names_are_kept_whole)
{
	char name[PXT_EVENT_NAME_SIZE] = {0}, other[PXT_EVENT_NAME_SIZE];

	memset(name, 'x', TRACE_EVENT_NAME_MAX);
	memcpy(other, name, sizeof(name));
	other[TRACE_EVENT_NAME_MAX - 1] = 'y';
	ck_assert_uint_eq(open_name(name), FIRST);
	ck_assert_uint_eq(open_name(other), FIRST + 1);
	ck_assert_uint_eq(open_name(""), FIRST + 2);
	ck_assert_uint_eq(open_name(name), FIRST);
	check_name(FIRST, name);
	check_name(FIRST + 1, other);
	check_name(FIRST + 2, "");
}
END_TEST

/* EVOPEN-6 */
START_TEST(process_opens_as_many_types_as_the_limit_says)
{
	for (unsigned n = 0; n < MOST; n++)
		ck_assert_uint_eq(open_nth(&opened, n), FIRST + n);
	ck_assert_uint_eq(pxt_load_relaxed(&opened.count), MOST);
	ck_assert_uint_eq(open_nth(&opened, MOST),
			  POSIX_TRACE_UNNAMED_USEREVENT);
	check_no_name(FIRST + MOST);
	/* Types that were opened stay open. */
	for (unsigned n = 0; n < MOST; n++)
		ck_assert_uint_eq(open_nth(&opened, n), FIRST + n);
}
END_TEST

START_TEST(limit_of_one_process_is_not_that_of_another)
{
	struct pxt_opened other = {0};

	for (unsigned n = 0; n < MOST; n++)
		open_nth(&opened, n);
	ck_assert_uint_eq(pxt_eventmap_open(map, &other, "its own"),
			  FIRST + MOST);
	/* A name that another process of the family has opened is found even at
	 * the limit. */
	ck_assert_uint_eq(open_name("its own"), FIRST + MOST);
	ck_assert_uint_eq(open_name("nobody's"),
			  POSIX_TRACE_UNNAMED_USEREVENT);
	ck_assert_uint_eq(pxt_load_relaxed(&opened.count), MOST);
}
END_TEST

START_TEST(map_that_is_full_gives_the_unnamed_type)
{
	struct pxt_opened process[3] = {0};
	unsigned n = 0;

	for (unsigned p = 0; p < 3; p++)
		for (unsigned i = 0; i < MOST; i++, n++) {
			unsigned id = open_nth(&process[p], n);

			ck_assert_uint_eq(id, n < PXT_ID_SPACE - FIRST ?
					  FIRST + n :
					  POSIX_TRACE_UNNAMED_USEREVENT);
		}
	/* Names that could not be opened are not counted. */
	ck_assert_uint_eq(pxt_load_relaxed(&process[0].count) +
			  pxt_load_relaxed(&process[1].count) +
			  pxt_load_relaxed(&process[2].count),
			  PXT_ID_SPACE - FIRST);
}
END_TEST

/* The opener was killed between claiming the entry and storing the name. */
START_TEST(entry_without_a_name_gets_it_from_the_next_who_opens_it)
{
	uint64_t hash;

	open_name("name");
	hash = pxt_load_relaxed(&map->hash[FIRST]);
	memset(map, 0, sizeof(*map));
	pxt_eventmap_init(map);
	pxt_store_relaxed(&map->hash[FIRST], hash);
	memset(&opened, 0, sizeof(opened));

	check_no_name(FIRST);
	ck_assert_uint_eq(open_name("other"), FIRST + 1);
	check_no_name(FIRST);
	ck_assert_uint_eq(open_name("name"), FIRST);
	check_name(FIRST, "name");
}
END_TEST

START_TEST(copy_has_the_same_names_under_the_same_ids)
{
	struct pxt_eventmap *to = calloc(1, sizeof(*to));
	struct pxt_opened other = {0};
	char name[PXT_EVENT_NAME_SIZE], expected[PXT_EVENT_NAME_SIZE];

	ck_assert_ptr_nonnull(to);
	for (unsigned n = 0; n < 100; n++)
		open_nth(&opened, n);
	pxt_eventmap_init(to);
	pxt_eventmap_copy(to, map);
	for (unsigned n = 0; n < 100; n++) {
		ck_assert(pxt_eventmap_name(to, FIRST + n, name));
		ck_assert_str_eq(name, name_of(expected, n));
		ck_assert_uint_eq(pxt_eventmap_open(to, &other, expected),
				  FIRST + n);
	}
	ck_assert(!pxt_eventmap_name(to, FIRST + 100, name));
	ck_assert_uint_eq(pxt_eventmap_open(to, &other, "new"), FIRST + 100);
	free(to);
}
END_TEST

/* Another process may have written anything to the map. */
START_TEST(garbage_does_no_harm)
{
	uint64_t seed = (uint64_t)_i, *words = (uint64_t *)map;
	struct pxt_eventmap *to = calloc(1, sizeof(*to));
	char name[PXT_EVENT_NAME_SIZE];

	ck_assert_ptr_nonnull(to);
	for (size_t i = 0; i < sizeof(*map) / 8; i++)
		words[i] = support_random(&seed);
	for (unsigned id = 0; id < PXT_ID_SPACE + 100; id++)
		if (pxt_eventmap_name(map, id, name))
			ck_assert_uint_le(strnlen(name, sizeof(name)),
					  TRACE_EVENT_NAME_MAX);
	for (unsigned n = 0; n < 10; n++)
		ck_assert_uint_lt(open_nth(&opened, n), PXT_ID_SPACE);
	pxt_eventmap_copy(to, map);
	free(to);
}
END_TEST

static void open_all(unsigned who, struct pxt_opened *by)
{
	uint64_t seed = who;

	/* Each opener begins at another name, and opens some names twice. */
	for (unsigned i = 0; i < NAMES; i++) {
		unsigned n = (who * 131 + i) % NAMES;

		shared->ids[who][n] = open_nth(by, n);
		open_nth(by, (unsigned)support_random_below(&seed, NAMES));
	}
}

/* No two names have the same id, and no id is skipped. */
static void check_all(unsigned n_openers)
{
	static unsigned char taken[PXT_ID_SPACE];
	char name[PXT_EVENT_NAME_SIZE];

	memset(taken, 0, sizeof(taken));
	for (unsigned n = 0; n < NAMES; n++) {
		unsigned id = shared->ids[0][n];

		ck_assert_uint_ge(id, FIRST);
		ck_assert_uint_lt(id, FIRST + NAMES);
		ck_assert(!taken[id]);
		taken[id] = 1;
		for (unsigned who = 1; who < n_openers; who++)
			ck_assert_uint_eq(shared->ids[who][n], id);
		check_name(id, name_of(name, n));
	}
	check_no_name(FIRST + NAMES);
}

static void *open_as_thread(void *arg)
{
	open_all(*(unsigned *)arg, &opened);
	return NULL;
}

START_TEST(threads_that_open_the_same_names_get_the_same_ids)
{
	pthread_t threads[OPENERS];
	unsigned who[OPENERS];

	for (unsigned i = 0; i < OPENERS; i++) {
		who[i] = i;
		ck_assert_int_eq(pthread_create(&threads[i], NULL,
						open_as_thread, &who[i]), 0);
	}
	for (unsigned i = 0; i < OPENERS; i++)
		pthread_join(threads[i], NULL);
	check_all(OPENERS);
	/* The limit is that of the process, and counts each type once. */
	ck_assert_uint_eq(pxt_load_relaxed(&opened.count), NAMES);
}
END_TEST

START_TEST(processes_that_open_the_same_names_get_the_same_ids)
{
	pid_t pids[4];

	for (unsigned i = 0; i < 4; i++) {
		pids[i] = fork();
		ck_assert_int_ge(pids[i], 0);
		if (pids[i] == 0) {
			open_all(i, &opened);
			_exit(pxt_load_relaxed(&opened.count) != NAMES);
		}
	}
	for (unsigned i = 0; i < 4; i++) {
		int status = -1;

		ck_assert_int_eq(waitpid(pids[i], &status, 0), pids[i]);
		ck_assert_int_eq(status, 0);
	}
	check_all(4);
}
END_TEST

/* Together the threads open twice as many as the process may have. */
static void *open_own(void *arg)
{
	const unsigned who = *(unsigned *)arg;
	unsigned *had = arg;
	unsigned n, got = 0;

	for (n = who * MOST; n < who * MOST + MOST / 2; n++)
		got += open_nth(&opened, n) != POSIX_TRACE_UNNAMED_USEREVENT;
	*had = got;
	return NULL;
}

START_TEST(limit_is_exact_for_threads_that_race_for_it)
{
	pthread_t threads[4];
	unsigned who[4], sum = 0;

	for (unsigned i = 0; i < 4; i++) {
		who[i] = i;
		ck_assert_int_eq(pthread_create(&threads[i], NULL, open_own,
						&who[i]), 0);
	}
	for (unsigned i = 0; i < 4; i++) {
		pthread_join(threads[i], NULL);
		sum += who[i];
	}
	ck_assert_uint_eq(sum, MOST);
	ck_assert_uint_eq(pxt_load_relaxed(&opened.count), MOST);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("eventmap");
	TCase *tc = tcase_create("eventmap");

	suite_add_tcase(suite, tc);
	tcase_set_timeout(tc, 20);
	tcase_add_checked_fixture(tc, setup, teardown);
	tcase_add_test(tc, first_names_get_the_first_ids);
	tcase_add_test(tc, predefined_names_give_their_ids);
	tcase_add_test(tc, longest_names_are_kept_whole);
	tcase_add_test(tc, process_opens_as_many_types_as_the_limit_says);
	tcase_add_test(tc, limit_of_one_process_is_not_that_of_another);
	tcase_add_test(tc, map_that_is_full_gives_the_unnamed_type);
	tcase_add_test(tc,
		entry_without_a_name_gets_it_from_the_next_who_opens_it);
	tcase_add_test(tc, copy_has_the_same_names_under_the_same_ids);
	tcase_add_loop_test(tc, garbage_does_no_harm, 0, 10);
	tcase_add_test(tc, threads_that_open_the_same_names_get_the_same_ids);
	tcase_add_test(tc,
		       processes_that_open_the_same_names_get_the_same_ids);
	tcase_add_test(tc, limit_is_exact_for_threads_that_race_for_it);
	return support_run(suite);
}
