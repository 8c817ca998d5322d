/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* The distribution of numbers. */
#include <stdlib.h>
#include <string.h>

#include "common/spread.h"
#include "support.h"

static struct spread *spread;

static void setup(void)
{
	spread = calloc(1, sizeof(*spread));
}

static void teardown(void)
{
	spread_fini(spread);
	free(spread);
}

START_TEST(no_numbers_are_not_spread)
{
	ck_assert_uint_eq(spread_quantile(spread, 0.5), 0);
}
END_TEST

START_TEST(one_number_is_all_there_is)
{
	static const uint64_t numbers[] = {
		0, 1, 63, 64, 65, 1000003, UINT64_C(1) << 63, UINT64_MAX,
	};

	for (size_t i = 0; i < sizeof(numbers) / sizeof(numbers[0]); i++) {
		spread_fini(spread);
		memset(spread, 0, sizeof(*spread));
		spread_add(spread, numbers[i]);
		ck_assert_uint_eq(spread->least, numbers[i]);
		ck_assert_uint_eq(spread->most, numbers[i]);
		ck_assert_uint_eq(spread_quantile(spread, 0), numbers[i]);
		ck_assert_uint_eq(spread_quantile(spread, 0.5), numbers[i]);
		ck_assert_uint_eq(spread_quantile(spread, 1), numbers[i]);
	}
}
END_TEST

START_TEST(small_numbers_are_exact)
{
	for (uint64_t n = 1; n <= 60; n++)
		spread_add(spread, n);
	ck_assert_uint_eq(spread_quantile(spread, 0.5), 30);
	ck_assert_uint_eq(spread_quantile(spread, 0.9), 54);
	ck_assert_uint_eq(spread_quantile(spread, 1), 60);
	ck_assert(spread->sum == 60 * 61 / 2);
}
END_TEST

static int compare(const void *a, const void *b)
{
	uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;

	return x < y ? -1 : x > y;
}

START_TEST(any_numbers_are_right_within_one_in_a_hundred)
{
	enum { N = 20000 };
	static uint64_t numbers[N];
	uint64_t state = 1;

	/* The same number of values of each magnitude. */
	for (size_t i = 0; i < N; i++) {
		numbers[i] = support_random(&state) >>
			     (1 + support_random_below(&state, 63));
		spread_add(spread, numbers[i]);
	}
	qsort(numbers, N, sizeof(numbers[0]), compare);
	for (unsigned part = 1; part <= 100; part++) {
		uint64_t exact = numbers[N / 100 * part - 1];
		uint64_t estimate = spread_quantile(spread, part / 100.0);

		ck_assert_uint_le(estimate, exact + exact / 100);
		ck_assert_uint_ge(estimate, exact - exact / 100);
	}
}
END_TEST

START_TEST(numbers_are_counted_by_powers_of_two)
{
	static const uint64_t numbers[] = {
		0, 1, 2, 3, 4, 7, 8, 100, 127, 128, UINT64_C(1) << 63, UINT64_MAX,
	};
	static const uint64_t expected[64] = {
		[0] = 2, [1] = 2, [2] = 2, [3] = 1, [6] = 2, [7] = 1, [63] = 2,
	};

	for (size_t i = 0; i < sizeof(numbers) / sizeof(numbers[0]); i++)
		spread_add(spread, numbers[i]);
	for (unsigned n = 0; n < 64; n++)
		ck_assert_uint_eq(spread_power(spread, n), expected[n]);
}
END_TEST

static void add_all(struct spread *to, uint64_t first, uint64_t last, int times)
{
	for (uint64_t n = first; n <= last; n++)
		for (int i = 0; i < times; i++)
			spread_add(to, n);
}

/* The values are those that the formula gives for each pair of numbers. */
START_TEST(ranks_tell_which_numbers_are_larger)
{
	struct spread other = { 0 };
	struct spread_shift shift;

	add_all(spread, 1, 10, 1);
	add_all(&other, 4, 13, 1);
	shift = spread_compare(spread, &other);
	ck_assert_double_eq_tol(shift.above, 0.755, 1e-9);
	ck_assert_double_eq_tol(shift.chance, 0.058116876, 1e-8);
	shift = spread_compare(&other, spread);
	ck_assert_double_eq_tol(shift.above, 0.245, 1e-9);
	ck_assert_double_eq_tol(shift.chance, 0.058116876, 1e-8);
	spread_fini(&other);
}
END_TEST

START_TEST(equal_numbers_count_half)
{
	struct spread other = { 0 };
	struct spread_shift shift;

	add_all(spread, 1, 4, 2);
	add_all(&other, 2, 4, 2);
	add_all(&other, 5, 5, 3);
	shift = spread_compare(spread, &other);
	ck_assert_double_eq_tol(shift.above, 0.75, 1e-9);
	ck_assert_double_eq_tol(shift.chance, 0.085204189, 1e-8);
	spread_fini(&other);
	spread_fini(spread);
	*spread = other = (struct spread){ 0 };
	add_all(spread, 7, 7, 100);
	add_all(&other, 7, 7, 50);
	shift = spread_compare(spread, &other);
	ck_assert(shift.above == 0.5 && shift.chance == 1);
	spread_fini(&other);
}
END_TEST

START_TEST(numbers_move_as_they_are)
{
	struct spread other = { 0 };

	add_all(spread, 100, 200, 1);
	add_all(&other, 1, 50, 1);
	ck_assert(spread_move(spread, &other));
	ck_assert_uint_eq(spread->n, 151);
	ck_assert_uint_eq(spread->least, 1);
	ck_assert_uint_eq(spread->most, 200);
	ck_assert_uint_eq(spread_quantile(spread, 0.1), 16);
	ck_assert_uint_eq(other.n, 0);
	ck_assert(spread_move(spread, &other));
	ck_assert_uint_eq(spread->n, 151);
	add_all(&other, 1, 1, 1);
	ck_assert(spread_move(&other, spread));
	ck_assert_uint_eq(other.n, 152);
	spread_fini(&other);
}
END_TEST

START_TEST(steps_have_all_numbers)
{
	unsigned bucket = 0, n = 0;
	uint64_t upto = 0, sum = 0, last = 0;

	ck_assert(!spread_step(spread, &bucket, &upto, &sum));
	add_all(spread, 3, 5, 2);
	add_all(spread, 1000000, 1000000, 4);
	bucket = 0;
	while (spread_step(spread, &bucket, &upto, &sum)) {
		ck_assert_uint_gt(upto, last);
		last = upto;
		if (n++ == 1)
			ck_assert(upto == 4 && sum == 4);
	}
	ck_assert_uint_eq(n, 4);
	ck_assert_uint_eq(upto, 1000000);
	ck_assert_uint_eq(sum, 10);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("tool-spread");
	TCase *tc = support_case(suite, "spread");

	tcase_add_checked_fixture(tc, setup, teardown);
	tcase_add_test(tc, no_numbers_are_not_spread);
	tcase_add_test(tc, one_number_is_all_there_is);
	tcase_add_test(tc, small_numbers_are_exact);
	tcase_add_test(tc, any_numbers_are_right_within_one_in_a_hundred);
	tcase_add_test(tc, numbers_are_counted_by_powers_of_two);
	tcase_add_test(tc, ranks_tell_which_numbers_are_larger);
	tcase_add_test(tc, equal_numbers_count_half);
	tcase_add_test(tc, numbers_move_as_they_are);
	tcase_add_test(tc, steps_have_all_numbers);
	return support_run(suite);
}
