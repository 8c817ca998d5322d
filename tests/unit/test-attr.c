/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* Attribute objects: posix_trace_attr_*(), sections 2.1 to 2.4. */
#include <errno.h>
#include <limits.h>
#include <posixtrace.h>
#include <stdbool.h>
#include <string.h>

#include "model/attr.h"
#include "support.h"

static trace_attr_t attr;

static void setup(void)
{
	support_begin();
	memset(&attr, 0xa5, sizeof(attr));
	ck_assert_int_eq(posix_trace_attr_init(&attr), 0);
}

static void teardown(void)
{
	ck_assert(pxt_attr_is_valid(pxt_attr_in(&attr)));
	ck_assert_int_eq(posix_trace_attr_destroy(&attr), 0);
	support_check_leaks();
}

/* AINIT-1, table 3.1 */
START_TEST(init_gives_the_defaults)
{
	char name[TRACE_NAME_MAX + 1] = "before";
	size_t size;
	int policy;

	ck_assert_int_eq(posix_trace_attr_getname(&attr, name), 0);
	ck_assert_str_eq(name, "");
	ck_assert_int_eq(posix_trace_attr_getinherited(&attr, &policy), 0);
	ck_assert_int_eq(policy, POSIX_TRACE_CLOSE_FOR_CHILD);
	ck_assert_int_eq(posix_trace_attr_getlogfullpolicy(&attr, &policy), 0);
	ck_assert_int_eq(policy, POSIX_TRACE_LOOP);
	ck_assert_int_eq(posix_trace_attr_getstreamfullpolicy(&attr, &policy),
			 0);
	ck_assert_int_eq(policy, POSIX_TRACE_LOOP);
	ck_assert_int_eq(posix_trace_attr_getstreamsize(&attr, &size), 0);
	ck_assert_uint_eq(size, 1 << 20);
	ck_assert_int_eq(posix_trace_attr_getmaxdatasize(&attr, &size), 0);
	ck_assert_uint_eq(size, 256);
	ck_assert_int_eq(posix_trace_attr_getlogsize(&attr, &size), 0);
	ck_assert_uint_eq(size, 64 << 20);
}
END_TEST

/* AINIT-2, AINFO-1, AINFO-3 */
START_TEST(init_fills_in_the_read_only_attributes)
{
	char version[TRACE_NAME_MAX + 1] = "";
	struct timespec resolution = { -1, -1 };

	ck_assert_int_eq(posix_trace_attr_getgenversion(&attr, version), 0);
	ck_assert_str_eq(version, PXT_GENVERSION);
	ck_assert_int_eq(posix_trace_attr_getclockres(&attr, &resolution), 0);
	ck_assert_int_eq(resolution.tv_sec, 0);
	ck_assert_int_gt(resolution.tv_nsec, 0);
	ck_assert_int_lt(resolution.tv_nsec, 1000000000);
}
END_TEST

START_TEST(a_resolution_of_seconds_is_a_valid_timespec)
{
	struct timespec resolution;

	pxt_attr_in_mutable(&attr)->resolution_ns = 3000000007;
	ck_assert_int_eq(posix_trace_attr_getclockres(&attr, &resolution), 0);
	ck_assert_int_eq(resolution.tv_sec, 3);
	ck_assert_int_eq(resolution.tv_nsec, 7);
}
END_TEST

/* AINFO-2 */
START_TEST(creation_time_is_the_one_inside)
{
	struct timespec time;

	/* A time_t may have 32 bits. */
	const int64_t sec = sizeof(time_t) < 8 ? 1234567890 : 1234567890123;

	pxt_attr_in_mutable(&attr)->create_sec = sec;
	pxt_attr_in_mutable(&attr)->create_nsec = 999999999;
	ck_assert_int_eq(posix_trace_attr_getcreatetime(&attr, &time), 0);
	ck_assert_int_eq(time.tv_sec, sec);
	ck_assert_int_eq(time.tv_nsec, 999999999);
}
END_TEST

/* AINFO-5 */
START_TEST(name_comes_back)
{
	char name[TRACE_NAME_MAX + 1];

	ck_assert_int_eq(posix_trace_attr_setname(&attr, "my_trace"), 0);
	ck_assert_int_eq(posix_trace_attr_getname(&attr, name), 0);
	ck_assert_str_eq(name, "my_trace");
	ck_assert_int_eq(posix_trace_attr_setname(&attr, ""), 0);
	ck_assert_int_eq(posix_trace_attr_getname(&attr, name), 0);
	ck_assert_str_eq(name, "");
}
END_TEST

/* AINFO-6, A-12: _i is the length of the name. */
START_TEST(name_is_cut_so_that_it_fits_with_its_nul)
{
	char longname[128] = "", name[TRACE_NAME_MAX + 2];
	size_t len = (size_t)_i;
	size_t kept = len < TRACE_NAME_MAX ? len : TRACE_NAME_MAX - 1;

	for (size_t i = 0; i < len; i++)
		longname[i] = (char)('a' + i % 26);
	ck_assert_int_eq(posix_trace_attr_setname(&attr, longname), 0);
	memset(name, '#', sizeof(name));
	ck_assert_int_eq(posix_trace_attr_getname(&attr, name), 0);
	ck_assert_uint_eq(strlen(name), kept);
	ck_assert_mem_eq(name, longname, kept);
	/* Nothing after an array of TRACE_NAME_MAX bytes was written. */
	ck_assert_int_eq(name[TRACE_NAME_MAX], '#');
}
END_TEST

START_TEST(shorter_name_leaves_nothing_of_the_longer)
{
	static const char zero[PXT_NAME_SIZE];

	posix_trace_attr_setname(&attr, "a rather long name of it");
	posix_trace_attr_setname(&attr, "b");
	ck_assert_mem_eq(pxt_attr_in(&attr)->name + 1, zero,
			 PXT_NAME_SIZE - 1);
}
END_TEST

/* APOL-1, APOL-2, APOL-3, APOL-6: a policy and its valid values. */
static const struct policy {
	int (*get)(const trace_attr_t *restrict, int *restrict);
	int (*set)(trace_attr_t *, int);
	unsigned valid;		/* bit n: value n is valid */
} policies[] = {
	{ posix_trace_attr_getinherited, posix_trace_attr_setinherited,
	  1u << POSIX_TRACE_CLOSE_FOR_CHILD | 1u << POSIX_TRACE_INHERITED },
	{ posix_trace_attr_getlogfullpolicy, posix_trace_attr_setlogfullpolicy,
	  1u << POSIX_TRACE_LOOP | 1u << POSIX_TRACE_UNTIL_FULL |
	  1u << POSIX_TRACE_APPEND },
	{ posix_trace_attr_getstreamfullpolicy,
	  posix_trace_attr_setstreamfullpolicy,
	  1u << POSIX_TRACE_LOOP | 1u << POSIX_TRACE_UNTIL_FULL |
	  1u << POSIX_TRACE_FLUSH },
};

START_TEST(policy_takes_the_values_of_its_list_only)
{
	const struct policy *policy = &policies[_i];
	int last, value;

	ck_assert_int_eq(policy->get(&attr, &last), 0);
	for (int i = -2; i < 12; i++) {
		bool valid = i >= 0 && policy->valid & 1u << i;

		ck_assert_int_eq(policy->set(&attr, i), valid ? 0 : EINVAL);
		if (valid)
			last = i;
		ck_assert_int_eq(policy->get(&attr, &value), 0);
		ck_assert_int_eq(value, last);
	}
	ck_assert_int_eq(policy->set(&attr, INT_MAX), EINVAL);
	ck_assert_int_eq(policy->set(&attr, INT_MIN), EINVAL);
}
END_TEST

/* create_withlog must distinguish the default from LOOP. */
START_TEST(loop_that_was_set_is_not_the_default)
{
	ck_assert_uint_eq(pxt_attr_in(&attr)->stream_policy,
			  PXT_POLICY_DEFAULT);
	posix_trace_attr_setstreamfullpolicy(&attr, POSIX_TRACE_LOOP);
	ck_assert_uint_eq(pxt_attr_in(&attr)->stream_policy, POSIX_TRACE_LOOP);
}
END_TEST

/* ASIZE-1, ASIZE-10: any size may be set. */
START_TEST(sizes_come_back)
{
	static const size_t sizes[] = { 0, 1, 7, 4096, 100000, SIZE_MAX };
	size_t size;

	for (size_t i = 0; i < sizeof(sizes) / sizeof(*sizes); i++) {
		posix_trace_attr_init(&attr);
		ck_assert_int_eq(posix_trace_attr_setstreamsize(&attr,
					sizes[i]), 0);
		ck_assert_int_eq(posix_trace_attr_getstreamsize(&attr, &size),
				 0);
		ck_assert_uint_eq(size, sizes[i]);
		ck_assert_int_eq(posix_trace_attr_setmaxdatasize(&attr,
					sizes[i] ^ 1), 0);
		ck_assert_int_eq(posix_trace_attr_getmaxdatasize(&attr, &size),
				 0);
		ck_assert_uint_eq(size, sizes[i] ^ 1);
		ck_assert_int_eq(posix_trace_attr_setlogsize(&attr,
					sizes[i] ^ 2), 0);
		ck_assert_int_eq(posix_trace_attr_getlogsize(&attr, &size), 0);
		ck_assert_uint_eq(size, sizes[i] ^ 2);
	}
}
END_TEST

/* ASIZE-5: at least the data itself; FILTER carries two sets. */
START_TEST(event_sizes_cover_data_and_head)
{
	size_t size;

	ck_assert_int_eq(posix_trace_attr_getmaxusereventsize(&attr, 100,
				&size), 0);
	ck_assert_uint_gt(size, 100);
	ck_assert_int_eq(posix_trace_attr_getmaxusereventsize(&attr, SIZE_MAX,
				&size), 0);
	ck_assert_uint_gt(size, 256);
	ck_assert_uint_lt(size, 1024);
	ck_assert_int_eq(posix_trace_attr_getmaxsystemeventsize(&attr, &size),
			 0);
	ck_assert_uint_gt(size, 2 * sizeof(trace_event_set_t));
}
END_TEST

/* ADEST-1 */
START_TEST(destroyed_attributes_may_be_initialised_again)
{
	ck_assert_int_eq(posix_trace_attr_destroy(&attr), 0);
	ck_assert_int_eq(posix_trace_attr_init(&attr), 0);
}
END_TEST

/* Call every function but init with invalid attributes. */
static void check_refused(trace_attr_t *bad)
{
	struct timespec time;
	char name[TRACE_NAME_MAX + 1];
	size_t size;
	int value;

	ck_assert_ptr_null(pxt_attr_in(bad));
	ck_assert_int_eq(posix_trace_attr_destroy(bad), EINVAL);
	ck_assert_int_eq(posix_trace_attr_getclockres(bad, &time), EINVAL);
	ck_assert_int_eq(posix_trace_attr_getcreatetime(bad, &time), EINVAL);
	ck_assert_int_eq(posix_trace_attr_getgenversion(bad, name), EINVAL);
	ck_assert_int_eq(posix_trace_attr_getname(bad, name), EINVAL);
	ck_assert_int_eq(posix_trace_attr_setname(bad, "name"), EINVAL);
	for (size_t i = 0; i < sizeof(policies) / sizeof(*policies); i++) {
		ck_assert_int_eq(policies[i].get(bad, &value), EINVAL);
		ck_assert_int_eq(policies[i].set(bad, 1), EINVAL);
	}
	ck_assert_int_eq(posix_trace_attr_getlogsize(bad, &size), EINVAL);
	ck_assert_int_eq(posix_trace_attr_setlogsize(bad, 1), EINVAL);
	ck_assert_int_eq(posix_trace_attr_getmaxdatasize(bad, &size), EINVAL);
	ck_assert_int_eq(posix_trace_attr_setmaxdatasize(bad, 1), EINVAL);
	ck_assert_int_eq(posix_trace_attr_getstreamsize(bad, &size), EINVAL);
	ck_assert_int_eq(posix_trace_attr_setstreamsize(bad, 1), EINVAL);
	ck_assert_int_eq(posix_trace_attr_getmaxsystemeventsize(bad, &size),
			 EINVAL);
	ck_assert_int_eq(posix_trace_attr_getmaxusereventsize(bad, 1, &size),
			 EINVAL);
}

START_TEST(uninitialised_attributes_give_einval)
{
	trace_attr_t bad;

	check_refused(NULL);
	memset(&bad, 0, sizeof(bad));
	check_refused(&bad);
	memset(&bad, 0xff, sizeof(bad));
	check_refused(&bad);
	posix_trace_attr_init(&bad);
	posix_trace_attr_destroy(&bad);
	check_refused(&bad);
	ck_assert_int_eq(posix_trace_attr_init(NULL), EINVAL);
}
END_TEST

START_TEST(null_results_give_einval)
{
	ck_assert_int_eq(posix_trace_attr_getclockres(&attr, NULL), EINVAL);
	ck_assert_int_eq(posix_trace_attr_getcreatetime(&attr, NULL), EINVAL);
	ck_assert_int_eq(posix_trace_attr_getgenversion(&attr, NULL), EINVAL);
	ck_assert_int_eq(posix_trace_attr_getname(&attr, NULL), EINVAL);
	ck_assert_int_eq(posix_trace_attr_setname(&attr, NULL), EINVAL);
	for (size_t i = 0; i < sizeof(policies) / sizeof(*policies); i++)
		ck_assert_int_eq(policies[i].get(&attr, NULL), EINVAL);
	ck_assert_int_eq(posix_trace_attr_getlogsize(&attr, NULL), EINVAL);
	ck_assert_int_eq(posix_trace_attr_getmaxdatasize(&attr, NULL), EINVAL);
	ck_assert_int_eq(posix_trace_attr_getstreamsize(&attr, NULL), EINVAL);
	ck_assert_int_eq(posix_trace_attr_getmaxsystemeventsize(&attr, NULL),
			 EINVAL);
	ck_assert_int_eq(posix_trace_attr_getmaxusereventsize(&attr, 1, NULL),
			 EINVAL);
}
END_TEST

/* INV-7: attributes read from a log or a segment. */
START_TEST(foreign_attributes_are_checked_member_by_member)
{
	struct pxt_attr good, bad;

	pxt_attr_init(&good);
	ck_assert(pxt_attr_is_valid(&good));
	bad = good;
	bad.magic++;
	ck_assert(!pxt_attr_is_valid(&bad));
	bad = good;
	bad.stream_policy = POSIX_TRACE_APPEND;
	ck_assert(!pxt_attr_is_valid(&bad));
	bad = good;
	bad.log_policy = POSIX_TRACE_FLUSH;
	ck_assert(!pxt_attr_is_valid(&bad));
	bad = good;
	bad.inherited = 0;
	ck_assert(!pxt_attr_is_valid(&bad));
	bad = good;
	bad.create_nsec = 1000000000;
	ck_assert(!pxt_attr_is_valid(&bad));
	bad = good;
	bad.create_nsec = -1;
	ck_assert(!pxt_attr_is_valid(&bad));
	bad = good;
	bad.resolution_ns = 0;
	ck_assert(!pxt_attr_is_valid(&bad));
	bad = good;
	memset(bad.name, 'x', TRACE_NAME_MAX);
	ck_assert(!pxt_attr_is_valid(&bad));
	bad = good;
	memset(bad.genversion, 'x', TRACE_NAME_MAX);
	ck_assert(!pxt_attr_is_valid(&bad));
	bad = good;
	bad.stream_size = bad.data_size = bad.log_size = UINT64_MAX;
	ck_assert(pxt_attr_is_valid(&bad));
}
END_TEST

START_TEST(memory_is_locked_or_not_and_logs_are_compressed_or_not)
{
	int locked = 7, level;

	ck_assert_int_eq(posixtrace_attr_getlocked(&attr, &locked), 0);
	ck_assert_int_eq(locked, 0);
	ck_assert_int_eq(posixtrace_attr_setlocked(&attr, 1), 0);
	ck_assert_int_eq(posixtrace_attr_getlocked(&attr, &locked), 0);
	ck_assert_int_eq(locked, 1);
	ck_assert_int_eq(posixtrace_attr_getcompression(&attr, &level), 0);
	ck_assert_int_eq(level, 0);
	if (posixtrace_attr_setcompression(&attr, 3) == 0) {
		ck_assert_int_eq(posixtrace_attr_getlocked(&attr, &locked), 0);
		ck_assert_int_eq(locked, 1);
		ck_assert_int_eq(posixtrace_attr_setlocked(&attr, 0), 0);
		ck_assert_int_eq(posixtrace_attr_getcompression(&attr, &level),
				 0);
		ck_assert_int_eq(level, 3);
	}
	ck_assert_int_eq(posixtrace_attr_setlocked(&attr, 2), EINVAL);
	ck_assert_int_eq(posixtrace_attr_setlocked(&attr, -1), EINVAL);
	ck_assert_int_eq(posixtrace_attr_setlocked(NULL, 1), EINVAL);
	ck_assert_int_eq(posixtrace_attr_getlocked(&attr, NULL), EINVAL);
	ck_assert_int_eq(posixtrace_attr_getlocked(NULL, &locked), EINVAL);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("attr");
	TCase *tc = tcase_create("attr");

	suite_add_tcase(suite, tc);
	tcase_add_checked_fixture(tc, setup, teardown);
	tcase_add_test(tc, init_gives_the_defaults);
	tcase_add_test(tc, init_fills_in_the_read_only_attributes);
	tcase_add_test(tc, a_resolution_of_seconds_is_a_valid_timespec);
	tcase_add_test(tc, creation_time_is_the_one_inside);
	tcase_add_test(tc, name_comes_back);
	tcase_add_loop_test(tc, name_is_cut_so_that_it_fits_with_its_nul,
			    TRACE_NAME_MAX - 2, TRACE_NAME_MAX + 3);
	tcase_add_loop_test(tc, name_is_cut_so_that_it_fits_with_its_nul,
			    100, 101);
	tcase_add_test(tc, shorter_name_leaves_nothing_of_the_longer);
	tcase_add_loop_test(tc, policy_takes_the_values_of_its_list_only, 0,
			    sizeof(policies) / sizeof(*policies));
	tcase_add_test(tc, loop_that_was_set_is_not_the_default);
	tcase_add_test(tc, sizes_come_back);
	tcase_add_test(tc, event_sizes_cover_data_and_head);
	tcase_add_test(tc, destroyed_attributes_may_be_initialised_again);
	tcase_add_test(tc, uninitialised_attributes_give_einval);
	tcase_add_test(tc, null_results_give_einval);
	tcase_add_test(tc,
		memory_is_locked_or_not_and_logs_are_compressed_or_not);
	tcase_add_test(tc, foreign_attributes_are_checked_member_by_member);
	return support_run(suite);
}
