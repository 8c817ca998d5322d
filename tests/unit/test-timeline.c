/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * Conversion of ticks to time: exact at the anchors, never decreasing, also
 * outside the range of the anchors.  Its size is limited for a long live
 * stream.
 */
#include <stdbool.h>
#include <string.h>

#include "model/timeline.h"
#include "support.h"

/* The time at which the monotonic clock began to count. */
static const int64_t offset = 1700000000000000000;

static struct pxt_timeline line;

static void begin(uint64_t ticks, uint64_t ns)
{
	ck_assert_int_eq(pxt_timeline_init(&line,
					   (struct pxt_anchor){ ticks, ns },
					   offset + (int64_t)ns), 0);
}

static void add(uint64_t ticks, uint64_t ns)
{
	ck_assert_int_eq(pxt_timeline_add(&line,
					  (struct pxt_anchor){ ticks, ns }), 0);
}

/* Nanoseconds of the monotonic clock. */
static int64_t at(uint64_t ticks)
{
	return pxt_timeline_real(&line, ticks) - offset;
}

static void teardown(void)
{
	pxt_timeline_fini(&line);
	support_check_leaks();
}

START_TEST(line_of_one_anchor_counts_nanoseconds)
{
	begin(1000, 500);
	ck_assert_int_eq(pxt_timeline_real(&line, 1000), offset + 500);
	ck_assert_int_eq(at(1700), 1200);
	ck_assert_int_eq(at(900), 400);
	ck_assert_int_eq(at(0), -500);
}
END_TEST

START_TEST(line_is_straight_between_anchors)
{
	begin(1000, 500);
	add(4000, 1500);
	add(4100, 2500);
	ck_assert_int_eq(at(1000), 500);
	ck_assert_int_eq(at(2500), 1000);
	ck_assert_int_eq(at(4000), 1500);
	ck_assert_int_eq(at(4050), 2000);
	ck_assert_int_eq(at(4100), 2500);
}
END_TEST

START_TEST(line_goes_on_as_its_ends_do)
{
	begin(1000, 500);
	add(4000, 1500);
	add(4100, 2500);
	ck_assert_int_eq(at(4200), 3500);
	ck_assert_int_eq(at(104100), 1002500);
	ck_assert_int_eq(at(700), 400);
}
END_TEST

START_TEST(anchor_that_is_not_behind_the_last_one_is_ignored)
{
	begin(1000, 500);
	add(2000, 1500);
	add(2000, 1600);
	add(2100, 1500);
	add(1500, 9999);
	add(9999, 1000);
	ck_assert_uint_eq(line.n, 2);
	ck_assert_int_eq(at(2000), 1500);
	ck_assert_int_eq(at(3000), 2500);
}
END_TEST

/* Years of a fast counter: products beyond 64 bits. */
START_TEST(wide_pieces_do_not_overflow)
{
	const uint64_t year_ns = UINT64_C(31536000) * 1000000000;

	begin(UINT64_C(1) << 60, 1);
	add((UINT64_C(1) << 60) + 5 * year_ns, 1 + year_ns);
	ck_assert_int_eq(at((UINT64_C(1) << 60) + 5 * (year_ns / 2)),
			 (int64_t)(1 + year_ns / 2));
}
END_TEST

/* Anchors of a clock with a varying rate. */
static void next_anchor(struct pxt_anchor *anchor, uint64_t *seed)
{
	anchor->ticks += 1 + support_random_below(seed, 3000000);
	anchor->ns += 1 + support_random_below(seed, 1000000);
}

START_TEST(random_line_is_exact_at_anchors_and_never_falls)
{
	uint64_t seed = (uint64_t)_i;
	struct pxt_anchor anchor = { 1 << 20, 1 << 20 }, anchors[300];
	int64_t last = INT64_MIN;

	begin(anchor.ticks, anchor.ns);
	for (int i = 0; i < 300; i++) {
		next_anchor(&anchor, &seed);
		anchors[i] = anchor;
		add(anchor.ticks, anchor.ns);
	}
	ck_assert_uint_eq(line.n, 301);
	/* In random order, so that the hint is wrong. */
	for (int i = 0; i < 1000; i++) {
		const struct pxt_anchor *a =
			&anchors[support_random_below(&seed, 300)];

		ck_assert_int_eq(at(a->ticks), (int64_t)a->ns);
	}
	for (uint64_t t = 0; t < anchor.ticks + 5000000;
	     t += 1 + support_random_below(&seed, 40000)) {
		int64_t now = at(t);

		if (now < last)
			ck_abort_msg("falls at %ju", (uintmax_t)t);
		last = now;
	}
}
END_TEST

/* A live stream: events are read up to the latest anchor. */
/* Later events of a piece are converted differently from the first one. */
START_TEST(every_event_of_a_piece_is_as_exact_as_the_first)
{
	uint64_t seed = 77;

	for (int round = 0; round < 500; round++) {
		uint64_t dt = 1 + support_random(&seed) %
			      (UINT64_C(1) << (1 + round % 48));
		uint64_t dn = 1 + support_random(&seed) %
			      (UINT64_C(1) << (1 + round % 41));
		uint64_t ticks = support_random(&seed) >> 8;
		struct pxt_timeline line;

		ck_assert_int_eq(pxt_timeline_init(&line, (struct pxt_anchor){
				ticks, 1000 }, 5000), 0);
		ck_assert_int_eq(pxt_timeline_add(&line, (struct pxt_anchor){
				ticks + dt, 1000 + dn }), 0);
		for (int i = 0; i < 50; i++) {
			uint64_t at = support_random(&seed) %
				      (2 * dt < UINT64_C(1) << 41 ? 2 * dt :
				       UINT64_C(1) << 41);
			int64_t exact = pxt_wide_line(5000, 0, (int64_t)at,
						      dn, dt);

			if (pxt_timeline_real(&line, ticks + at) != exact)
				ck_abort_msg("%llu of %llu, %llu",
					     (unsigned long long)at,
					     (unsigned long long)dt,
					     (unsigned long long)dn);
		}
		pxt_timeline_fini(&line);
	}
}
END_TEST

START_TEST(followed_line_stays_small_and_does_not_fall)
{
	uint64_t seed = (uint64_t)_i, ticks = 0;
	struct pxt_anchor anchor = { 100, 100 };
	int64_t last = INT64_MIN, end;

	begin(anchor.ticks, anchor.ns);
	for (int i = 0; i < 3000; i++) {
		next_anchor(&anchor, &seed);
		ck_assert_int_eq(pxt_timeline_follow(&line, anchor), 0);
		ck_assert_uint_le(line.n, 1024);
		end = at(anchor.ticks);
		ck_assert_int_eq(end, (int64_t)anchor.ns);
		while (ticks < anchor.ticks) {
			int64_t now = at(ticks);

			if (now < last || now > end)
				ck_abort_msg("falls at %ju", (uintmax_t)ticks);
			last = now;
			ticks += 1 + support_random_below(&seed, 1000000);
		}
	}
}
END_TEST

START_TEST(followed_line_still_knows_its_beginning)
{
	begin(100, 100);
	for (uint64_t i = 1; i < 20000; i++)
		ck_assert_int_eq(pxt_timeline_follow(&line, (struct pxt_anchor){
			100 + 10 * i, 100 + i }), 0);
	ck_assert_int_eq(at(100), 100);
	/* The rate was constant, so dropping anchors loses no accuracy. */
	for (uint64_t i = 1; i < 20000; i += 7)
		ck_assert_int_eq(at(100 + 10 * i), (int64_t)(100 + i));
}
END_TEST

/* Anchors of a forged log: any increasing values. */
START_TEST(time_does_not_fall_whatever_the_anchors)
{
	uint64_t random = (uint64_t)_i + 1, ticks = 0, ns = 0;
	int64_t last = INT64_MIN;

	ck_assert_int_eq(pxt_timeline_init(&line, (struct pxt_anchor){
			support_random(&random) >> _i,
			support_random(&random) >> _i % 7 },
			(int64_t)support_random(&random)), 0);
	for (int i = 0; i < 5; i++) {
		ticks += support_random(&random) >> (_i + i) % 8;
		ns += support_random(&random) >> i % 3;
		add(ticks, ns);
	}
	for (uint64_t i = 0; i < 4096; i++) {
		int64_t now = pxt_timeline_real(&line, i << 52 | i);

		ck_assert_int_ge(now, last);
		last = now;
	}
}
END_TEST

#ifdef __SIZEOF_INT128__
/* The functions for machines of 32 bits give what the type of the compiler
 * gives, also at the ends of what they take. */
static uint64_t any_width(uint64_t *random)
{
	uint64_t width = support_random_below(random, 64);
	uint64_t value = support_random(random) >> width;

	return value % 7 == 0 ? ~value : value;
}

START_TEST(words_multiply_and_divide_as_the_wide_type_does)
{
	const uint64_t most = UINT64_C(1) << 62;
	uint64_t random = (uint64_t)_i + 1;

	for (int i = 0; i < 20000; i++) {
		uint64_t a = any_width(&random), b = any_width(&random);
		uint64_t run = any_width(&random) | 1;
		int64_t offset = (int64_t)any_width(&random);
		int64_t x = (int64_t)(a % (most + 1));

		if (b & 1)
			x = -x;
		ck_assert_uint_eq(pxt_wide_multiply_40(a, b),
				  pxt_multiply_40(a, b));
		ck_assert_uint_eq(pxt_wide_divide_40(a, run),
				  pxt_divide_40(a, run));
		ck_assert_int_eq(pxt_wide_line(a, offset, x, b % (most + 1), run),
				 pxt_line_at(a, offset, x, b % (most + 1), run));
	}
}
END_TEST
#endif

int main(void)
{
	Suite *suite = suite_create("timeline");
	TCase *tc = tcase_create("timeline");

	suite_add_tcase(suite, tc);
	tcase_add_checked_fixture(tc, support_begin, teardown);
	tcase_add_test(tc, line_of_one_anchor_counts_nanoseconds);
	tcase_add_test(tc, line_is_straight_between_anchors);
	tcase_add_test(tc, line_goes_on_as_its_ends_do);
	tcase_add_test(tc, anchor_that_is_not_behind_the_last_one_is_ignored);
	tcase_add_test(tc, wide_pieces_do_not_overflow);
	tcase_add_test(tc, every_event_of_a_piece_is_as_exact_as_the_first);
	tcase_add_loop_test(tc,
		random_line_is_exact_at_anchors_and_never_falls, 0, 10);
	tcase_add_loop_test(tc, followed_line_stays_small_and_does_not_fall, 0,
			    5);
	tcase_add_test(tc, followed_line_still_knows_its_beginning);
	tcase_add_loop_test(tc, time_does_not_fall_whatever_the_anchors, 0, 60);
#ifdef __SIZEOF_INT128__
	tcase_add_loop_test(tc, words_multiply_and_divide_as_the_wide_type_does,
			    0, 10);
#endif
	return support_run(suite);
}
