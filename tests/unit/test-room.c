/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * What an UNTIL_FULL stream holds with many threads: ring/room.c.  Threads that
 * interfere with each other are for tests/models/room.c.
 */
#include "heirs.h"

enum { THREADS = 60, SIZE = 40000, RECORD = 32 };

static struct pxt_writer many[THREADS];
static struct pxt_writer_identity ids[THREADS];

static void begin(void)
{
	support_begin();
	start(SIZE, POSIX_TRACE_UNTIL_FULL);
	for (int32_t i = 0; i < THREADS; i++) {
		claim(&many[i], i);
		ids[i] = now;
	}
}

static void finish(void)
{
	teardown();
	support_check_leaks();
}

/* What it may hold (room.h): its size and a chunk, half of its size, and a record of
 * each thread. */
static int64_t most(void)
{
	return (int64_t)(3 * ring.n_full / 2 + 1) * RING_ROOM +
	       THREADS * RECORD;
}

/* The bytes of unread events. */
static int64_t held(void)
{
	struct pxt_piece piece;
	uint32_t seq, end;
	int64_t sum = 0;

	pxt_collect_sequences(&ring, &seq, &end);
	for (; seq != end; seq++) {
		ck_assert(pxt_collect_full(&ring, seq, &piece));
		sum += piece.to - piece.from;
	}
	for (uint32_t i = 0; i < pxt_collect_lanes(&ring); i++)
		if (pxt_collect_open(&ring, i, &piece))
			sum += piece.to - piece.from;
	return sum;
}

/* One event.  False: it is refused. */
static bool try_put(int32_t i)
{
	const uint64_t ticks = pxt_segment_ticks(&ring);
	const char data[16] = "";

	if (ring_begin(&many[i], &ids[i], ticks, PXT_ID_USER, data,
		       sizeof(data)) != 0) {
		pxt_writer_discard(&many[i]);
		return false;
	}
	pxt_writer_commit(&many[i], RECORD, ticks);
	return true;
}

/* All threads in turn, until each is refused. */
static void fill(void)
{
	for (bool goes_on = true; goes_on;) {
		goes_on = false;
		for (int32_t i = 0; i < THREADS; i++)
			goes_on |= try_put(i);
	}
}

static void read_full(void)
{
	struct pxt_piece piece;
	uint32_t seq, end;

	pxt_collect_sequences(&ring, &seq, &end);
	for (; seq != end; seq++) {
		ck_assert(pxt_collect_full(&ring, seq, &piece));
		ck_assert(pxt_collect_skip(&ring, &piece));
	}
	pxt_collect_free(&ring);
}

static void read_open(void)
{
	struct pxt_piece piece;

	for (uint32_t i = 0; i < pxt_collect_lanes(&ring); i++) {
		pxt_collect_begin_lane(&ring, i);
		if (pxt_collect_open(&ring, i, &piece) && piece.from != piece.to)
			ck_assert(pxt_collect_skip(&ring, &piece));
	}
}

static void check_full(void)
{
	ck_assert_int_le(held(), most());
	ck_assert_int_ge(held(), (int64_t)ring.n_full * RING_ROOM);
}

START_TEST(full_is_when_it_holds_its_size)
{
	fill();
	check_full();
}
END_TEST

/* What was read is free again, and only that. */
START_TEST(the_same_after_all_was_read)
{
	for (unsigned i = 0; i < 20; i++) {
		fill();
		check_full();
		read_full();
		read_open();
		ck_assert_int_eq(held(), 0);
	}
}
END_TEST

/* Chunks count that were read when they had a few events, and are full now. */
START_TEST(full_chunks_count_that_were_read_while_open)
{
	for (int32_t i = 0; i < THREADS; i++)
		ck_assert(try_put(i));
	read_open();
	for (int32_t i = 0; i < THREADS; i++)
		while (try_put(i))
			;
	ck_assert_uint_gt(n_full(), 0);
	check_full();
}
END_TEST

/* Owner records that were read are not taken for unread ones. */
START_TEST(owner_records_that_were_read_count_once)
{
	for (int32_t i = 0; i < THREADS; i++)
		for (int32_t k = 0; k < 20; k++) {
			ck_assert(try_put(i));
			pxt_writer_exit(&many[i]);
			claim(&many[i], 100 + k);
			ids[i] = now;
			/* Half are read. */
			if (k == 10)
				read_open();
		}
	fill();
	ck_assert_int_ge(held(), (int64_t)ring.n_full * RING_ROOM);
	/* Besides its owner records, which are not counted. */
	ck_assert_int_le(held() - THREADS * 20 * OWNER, most());
}
END_TEST

/* A thread that was killed had room that it did not use. */
START_TEST(what_dead_threads_have_left_is_given_to_others)
{
	pxt_store_relaxed(&segment->given, 1 << 30);
	pxt_store_relaxed(&segment->given_end, 1 << 30);
	fill();
	check_full();
}
END_TEST

static TCase *room_case(void)
{
	TCase *tc = tcase_create("room");

	tcase_add_checked_fixture(tc, begin, finish);
	tcase_add_test(tc, full_is_when_it_holds_its_size);
	tcase_add_test(tc, the_same_after_all_was_read);
	tcase_add_test(tc, full_chunks_count_that_were_read_while_open);
	tcase_add_test(tc, owner_records_that_were_read_count_once);
	tcase_add_test(tc, what_dead_threads_have_left_is_given_to_others);
	return tc;
}

int main(void)
{
	Suite *s = suite_create("room");

	suite_add_tcase(s, room_case());
	return support_run(s);
}
