/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* A clock that goes backward: how writer and stream react. */
#include "ring.h"
#include "support.h"

static struct pxt_view ring;
static struct pxt_segment *segment;
static struct pxt_writer writer;

static void setup(void)
{
	support_begin();
	ring_create(&ring, 1, 512, POSIX_TRACE_UNTIL_FULL);
	segment = ring.segment;
	ring_claim(&writer, &ring);
}

static void teardown(void)
{
	ring_check(&ring, 0);
	ring_destroy(&ring);
	support_check_leaks();
}

/* A chunk has no record that is earlier than its predecessor. */
START_TEST(chunk_takes_no_record_from_before_its_last)
{
	uint64_t tail;

	ring_put_many(&writer, 1000, 2);
	ring_put_many(&writer, 1000, 1);
	tail = pxt_load_relaxed(&writer.lane->tail);
	ck_assert_uint_eq(pxt_queue_length(&segment->full), 1);
	ck_assert_uint_eq(pxt_chunk(&ring, pxt_tail_chunk(tail))->base, 1000);
}
END_TEST

/* If the clock is a little earlier, the time is clamped.  If it is much
 * earlier, the stream's time is shifted, and the fast path is not used any
 * more. */
START_TEST(time_of_a_stream_does_not_fall_with_its_clock)
{
	uint64_t now = pxt_segment_ticks(&ring), far, run;

	ring_put_many(&writer, now, 1);
	ck_assert_uint_eq(pxt_writer_keep_up(&writer, now - 100), now);
	ck_assert_uint_eq(pxt_writer_keep_up(&writer, now + 100), now + 100);
	ck_assert_uint_eq(pxt_load_relaxed(&segment->shift), 0);
	run = pxt_load_relaxed(&segment->run);
	/* As if the clock had been at this time before. */
	far = now + (UINT64_C(1) << 50);
	pxt_store_relaxed(&segment->horizon, far);
	pxt_writer_keep_up(&writer, pxt_segment_ticks(&ring));
	ck_assert_uint_gt(pxt_segment_ticks(&ring), far);
	ck_assert_uint_ne(pxt_load_relaxed(&segment->run), run);
	ck_assert_uint_eq(pxt_load_relaxed(&segment->run) & PXT_RUN_MASK,
			  PXT_RUN_RUNNING);
	ck_assert(!pxt_segment_catch_up(&ring, far));
	pxt_store_relaxed(&segment->horizon, 0);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("falling");
	TCase *tc = tcase_create("falling");

	tcase_add_checked_fixture(tc, setup, teardown);
	tcase_add_test(tc, chunk_takes_no_record_from_before_its_last);
	tcase_add_test(tc, time_of_a_stream_does_not_fall_with_its_clock);
	suite_add_tcase(suite, tc);
	return support_run(suite);
}
