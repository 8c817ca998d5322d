/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* The clock of time stamps: it can be read, it does not decrease, and anchors
 * relate it to CLOCK_MONOTONIC. */
#include <time.h>

#include "base/clock.h"
#include "support.h"

START_TEST(best_clock_can_be_read)
{
	ck_assert(pxt_clock_is_readable(pxt_clock_best()));
	ck_assert(pxt_clock_is_readable(PXT_CLOCK_MONOTONIC));
	ck_assert(!pxt_clock_is_readable(0));
	ck_assert(!pxt_clock_is_readable(3));
	ck_assert(!pxt_clock_is_readable(UINT32_MAX));
}
END_TEST

static const enum pxt_clock_kind kinds[] = {
	PXT_CLOCK_MONOTONIC, PXT_CLOCK_COUNTER,
};

/* The clocks that can be read here; _i selects one. */
static bool is_here(int i)
{
	return pxt_clock_is_readable(kinds[i]) &&
	       (kinds[i] == PXT_CLOCK_MONOTONIC ||
		pxt_clock_best() == PXT_CLOCK_COUNTER);
}

START_TEST(ticks_do_not_fall_and_get_on)
{
	uint64_t first, last;

	if (!is_here(_i))
		return;
	first = last = pxt_clock_ticks(kinds[_i]);
	for (int i = 0; i < 100000; i++) {
		uint64_t now = pxt_clock_ticks(kinds[_i]);

		if (now < last)
			ck_abort_msg("falls by %ju", (uintmax_t)(last - now));
		last = now;
	}
	ck_assert_uint_gt(last, first);
}
END_TEST

START_TEST(anchor_is_the_same_moment_on_both_clocks)
{
	uint64_t ticks, ns;
	struct pxt_anchor anchor;

	if (!is_here(_i))
		return;
	ticks = pxt_clock_ticks(kinds[_i]);
	ns = pxt_clock_ns(CLOCK_MONOTONIC);
	anchor = pxt_clock_anchor(kinds[_i]);
	ck_assert_uint_ge(anchor.ticks, ticks);
	ck_assert_uint_ge(anchor.ns, ns);
	ck_assert_uint_le(anchor.ticks, pxt_clock_ticks(kinds[_i]));
	ck_assert_uint_le(anchor.ns, pxt_clock_ns(CLOCK_MONOTONIC));
}
END_TEST

/* The rate between any two anchors is the clock's rate. */
START_TEST(clock_has_one_rate)
{
	const struct timespec nap = { .tv_nsec = 30000000 };
	struct pxt_anchor a[3];
	double rate[2];

	if (!is_here(_i))
		return;
	for (int i = 0; i < 3; i++) {
		a[i] = pxt_clock_anchor(kinds[_i]);
		nanosleep(&nap, NULL);
	}
	for (int i = 0; i < 2; i++)
		rate[i] = (double)(a[i + 1].ticks - a[i].ticks) /
			  (double)(a[i + 1].ns - a[i].ns);
	/* On a busy machine the thread may be preempted between the readings of
	 * an anchor. */
	ck_assert_double_gt(rate[0], 0.8 * rate[1]);
	ck_assert_double_lt(rate[0], 1.25 * rate[1]);
}
END_TEST

START_TEST(resolution_is_at_least_a_nanosecond)
{
	ck_assert_uint_ge(pxt_clock_resolution_ns(), 1);
	ck_assert_uint_lt(pxt_clock_resolution_ns(), 1000000000);
}
END_TEST

START_TEST(time_is_split_into_seconds_and_the_rest)
{
	static const struct {
		int64_t ns;
		int64_t sec;
		long nsec;
	} examples[] = {
		{ 0, 0, 0 },
		{ 1, 0, 1 },
		{ 999999999, 0, 999999999 },
		{ 1000000000, 1, 0 },
		{ 1700000000123456789, 1700000000, 123456789 },
		{ INT64_MAX, 9223372036, 854775807 },
		/* Before the epoch, nanoseconds are still not negative. */
		{ -1, -1, 999999999 },
		{ -1000000000, -1, 0 },
		{ -1000000001, -2, 999999999 },
	};

	for (size_t i = 0; i < sizeof(examples) / sizeof(*examples); i++) {
		struct timespec t = pxt_clock_timespec(examples[i].ns);

		/* A time_t may have 32 bits. */
		if ((time_t)examples[i].sec != examples[i].sec) {
			ck_assert_int_eq(t.tv_sec, INT32_MAX);
			continue;
		}
		ck_assert_int_eq(t.tv_sec, examples[i].sec);
		ck_assert_int_eq(t.tv_nsec, examples[i].nsec);
	}
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("clock");
	TCase *tc = support_case(suite, "clock");

	tcase_add_test(tc, best_clock_can_be_read);
	tcase_add_loop_test(tc, ticks_do_not_fall_and_get_on, 0, 2);
	tcase_add_loop_test(tc, anchor_is_the_same_moment_on_both_clocks, 0, 2);
	tcase_add_loop_test(tc, clock_has_one_rate, 0, 2);
	tcase_add_test(tc, resolution_is_at_least_a_nanosecond);
	tcase_add_test(tc, time_is_split_into_seconds_and_the_rest);
	return support_run(suite);
}
