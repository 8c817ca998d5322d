/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* The selections of trcrpt: lists of hooks, processes and threads, and
 * times. */
#include <stdlib.h>
#include <time.h>

#include "support.h"
#include "trcrpt/select.h"

static struct select chosen;

static void setup(void)
{
	setenv("TZ", "UTC", 1);
	tzset();
	select_init(&chosen);
}

static void teardown(void)
{
	select_fini(&chosen);
}

static bool only(const char *arg)
{
	const char *wrong;

	return select_hooks(&chosen, &chosen.only, arg, &wrong);
}

START_TEST(nothing_chosen_lets_everything)
{
	ck_assert(select_lets_type(&chosen, 0x0100, "any"));
	ck_assert(select_lets_process(&chosen, 1, ""));
	ck_assert(select_lets_thread(&chosen, 1));
	ck_assert(select_lets_time(&chosen, &(struct timespec){ 0 },
				   INT64_MIN));
}
END_TEST

START_TEST(two_digits_are_sixteen_hooks)
{
	ck_assert(only("01"));
	ck_assert(select_lets_type(&chosen, 0x0100, "x"));
	ck_assert(select_lets_type(&chosen, 0x01f0, "x"));
	ck_assert(!select_lets_type(&chosen, 0x0101, "x"));
	ck_assert(!select_lets_type(&chosen, 0x0200, "x"));
}
END_TEST

START_TEST(three_digits_are_four_with_a_zero)
{
	ck_assert(only("15A"));
	ck_assert(select_lets_type(&chosen, 0x15a0, "x"));
	ck_assert(!select_lets_type(&chosen, 0x15a1, "x"));
	ck_assert(only("F5f1"));
	ck_assert(select_lets_type(&chosen, 0xf5f1, "x"));
}
END_TEST

START_TEST(what_is_no_hook_is_a_name)
{
	ck_assert(only("myapp:*, 12345"));
	ck_assert(select_lets_type(&chosen, 0x0100, "myapp:begin"));
	ck_assert(select_lets_type(&chosen, 0x0100, "12345"));
	ck_assert(!select_lets_type(&chosen, 0x1234, "other"));
}
END_TEST

START_TEST(left_out_beats_picked_out)
{
	const char *wrong;

	ck_assert(only("01"));
	ck_assert(select_hooks(&chosen, &chosen.not, "beta", &wrong));
	ck_assert(select_lets_type(&chosen, 0x0100, "alpha"));
	ck_assert(!select_lets_type(&chosen, 0x0110, "beta"));
}
END_TEST

START_TEST(an_empty_list_is_wrong)
{
	const char *wrong;

	ck_assert(!only(", ,"));
	ck_assert(!select_processes(&chosen, "", &wrong));
	ck_assert(!select_threads(&chosen, "!", &wrong));
}
END_TEST

START_TEST(a_process_is_a_number_or_a_name)
{
	const char *wrong;

	ck_assert(select_processes(&chosen, "12 sh", &wrong));
	ck_assert(select_lets_process(&chosen, 12, "ls"));
	ck_assert(select_lets_process(&chosen, 13, "sh"));
	ck_assert(!select_lets_process(&chosen, 13, "ls"));
	ck_assert(!select_processes(&chosen, "12x", &wrong));
	ck_assert_str_eq(wrong, "12x");
	ck_assert(!select_processes(&chosen, "99999999999", &wrong));
}
END_TEST

START_TEST(an_exclamation_mark_leaves_threads_out)
{
	const char *wrong;

	ck_assert(select_threads(&chosen, "!7,8", &wrong));
	ck_assert(!select_lets_thread(&chosen, 7));
	ck_assert(!select_lets_thread(&chosen, 8));
	ck_assert(select_lets_thread(&chosen, 9));
	ck_assert(!select_threads(&chosen, "9", &wrong));
}
END_TEST

static const struct {
	const char *text;
	int64_t time;		/* -1: no valid date */
} dates[] = {
	{ "010100000070", 0 },
	{ "022912345600", 951827696 },
	{ "123123595968", 3124223999 },
	{ "022900000001", -1 },
	{ "010124000000", -1 },
	{ "010100600000", -1 },
	{ "000100000000", -1 },
	{ "01010000007", -1 },
	{ "0101000000700", -1 },
	{ "0101000000 0", -1 },
	{ "", -1 },
};

START_TEST(a_date_has_twelve_digits_and_exists)
{
	struct timespec date = { 0 };
	/* A time_t may have 32 bits; then later dates are not valid. */
	bool exists = dates[_i].time != -1 &&
		      (time_t)dates[_i].time == dates[_i].time;
	bool is_date = select_date(dates[_i].text, &date);

	ck_assert_int_eq(is_date, exists);
	if (is_date)
		ck_assert_int_eq(date.tv_sec, dates[_i].time);
}
END_TEST

START_TEST(the_last_second_counts_as_a_whole)
{
	chosen.has_from = chosen.has_to = true;
	chosen.from.tv_sec = 10;
	chosen.to.tv_sec = 20;
	ck_assert(!select_lets_time(&chosen, &(struct timespec){ 9, 999 }, 0));
	ck_assert(select_lets_time(&chosen, &(struct timespec){ 10, 0 }, 0));
	ck_assert(select_lets_time(&chosen, &(struct timespec){ 20, 999 }, 0));
	ck_assert(!select_lets_time(&chosen, &(struct timespec){ 21, 0 }, 0));
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("tool-select");
	TCase *tc = support_case(suite, "select");

	tcase_add_checked_fixture(tc, setup, teardown);
	tcase_add_test(tc, nothing_chosen_lets_everything);
	tcase_add_test(tc, two_digits_are_sixteen_hooks);
	tcase_add_test(tc, three_digits_are_four_with_a_zero);
	tcase_add_test(tc, what_is_no_hook_is_a_name);
	tcase_add_test(tc, left_out_beats_picked_out);
	tcase_add_test(tc, an_empty_list_is_wrong);
	tcase_add_test(tc, a_process_is_a_number_or_a_name);
	tcase_add_test(tc, an_exclamation_mark_leaves_threads_out);
	tcase_add_loop_test(tc, a_date_has_twelve_digits_and_exists, 0,
			    sizeof(dates) / sizeof(dates[0]));
	tcase_add_test(tc, the_last_second_counts_as_a_whole);
	return support_run(suite);
}
