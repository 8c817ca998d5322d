/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * The times of events that others have recorded, in ticks, and the times when a stream
 * did not run.
 */
#include <string.h>

#include "stream/added.h"
#include "support.h"

static struct pxt_added_clock line;
static struct pxt_added_pauses pauses;

static void setup(void)
{
	memset(&line, 0, sizeof(line));
	memset(&pauses, 0, sizeof(pauses));
}

static void renew(uint64_t ticks, uint64_t ns)
{
	pxt_added_clock_renew(&line, (struct pxt_anchor){ ticks, ns });
}

static uint64_t ticks_of(uint64_t ns)
{
	return pxt_added_clock_ticks(&line, ns);
}

START_TEST(times_are_on_lines_between_anchors)
{
	renew(100, 1000000);
	ck_assert_uint_eq(ticks_of(5000000), 100);
	renew(2000100, 2000000);
	renew(3000100, 4000000);
	ck_assert_uint_eq(ticks_of(1000000), 100);
	ck_assert_uint_eq(ticks_of(1500000), 1000100);
	ck_assert_uint_eq(ticks_of(2000000), 2000100);
	ck_assert_uint_eq(ticks_of(3000000), 2500100);
	/* Before the first one by the first line; none is later than now. */
	ck_assert_uint_eq(ticks_of(999990), 80);
	ck_assert_uint_eq(ticks_of(0), 0);
	ck_assert_uint_eq(ticks_of(9000000), 3000100);
}
END_TEST

START_TEST(only_the_newest_anchors_are_kept)
{
	for (uint64_t i = 1; i <= 1000; i++)
		renew(2 * i * 1000000, i * 1000000);
	/* One that is not after the last is none. */
	renew(5, 2000000000);
	ck_assert_uint_eq(line.n, PXT_ADDED_ANCHORS);
	for (uint64_t i = 0; i <= 1000; i++)
		ck_assert_uint_eq(ticks_of(i * 1000000), 2 * i * 1000000);
}
END_TEST

/* Anchors are not exact, and a new one moves the line to it. */
START_TEST(order_survives_a_new_anchor)
{
	uint64_t before;

	renew(0, 1);
	renew(2000000, 1000000);
	renew(2003000, 1001000);
	before = ticks_of(1000990);
	line.seen_ns = 1000990;
	line.seen_ticks = before;
	renew(2003000 + 100, 1001500);
	ck_assert_uint_ge(ticks_of(1001010), before);
	ck_assert_uint_ge(ticks_of(1000990), before);
	ck_assert_uint_le(ticks_of(1000980), before);
}
END_TEST

START_TEST(pauses_are_known_again)
{
	ck_assert_ptr_null(pxt_added_find_pause(&pauses, 5));
	pxt_added_begin(&pauses, 100);
	pxt_added_halt(&pauses, 200, true);
	pxt_added_begin(&pauses, 250);
	pxt_added_halt(&pauses, 300, false);
	ck_assert_ptr_nonnull(pxt_added_find_pause(&pauses, 99));
	ck_assert_ptr_null(pxt_added_find_pause(&pauses, 100));
	ck_assert_ptr_null(pxt_added_find_pause(&pauses, 199));
	ck_assert(pxt_added_find_pause(&pauses, 200)->is_full);
	ck_assert_ptr_null(pxt_added_find_pause(&pauses, 250));
	ck_assert(!pxt_added_find_pause(&pauses, 1000)->is_full);
	/* A START without a STOP before it: of a log that was full. */
	pxt_added_begin(&pauses, 400);
	pxt_added_begin(&pauses, 500);
	ck_assert_ptr_null(pxt_added_find_pause(&pauses, 450));
	ck_assert_ptr_null(pxt_added_find_pause(&pauses, 1000));
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("added");
	TCase *tc = tcase_create("added");

	suite_add_tcase(suite, tc);
	tcase_add_checked_fixture(tc, setup, NULL);
	tcase_add_test(tc, times_are_on_lines_between_anchors);
	tcase_add_test(tc, only_the_newest_anchors_are_kept);
	tcase_add_test(tc, order_survives_a_new_anchor);
	tcase_add_test(tc, pauses_are_known_again);
	return support_run(suite);
}
