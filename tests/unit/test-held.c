/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * Open pieces that a flush holds while it writes the full ones: no writer
 * overwrites them, and each has one owner.
 */
#include "ring.h"
#include "stream/held.h"
#include "support.h"

enum { WRITERS = 3 };

static struct pxt_view ring;
static struct pxt_writer writers[WRITERS];
static struct pxt_held held;

static void setup(void)
{
	support_begin();
	ring_create(&ring, 1, 64, POSIX_TRACE_LOOP);
	for (unsigned i = 0; i < WRITERS; i++)
		ring_claim(&writers[i], &ring);
	ck_assert_int_eq(pxt_held_init(&held, &ring), 0);
}

static void teardown(void)
{
	pxt_held_fini(&held);
	ring_check(&ring, 0);
	ring_destroy(&ring);
	support_check_leaks();
}

static bool is_pinned(uint32_t chunk)
{
	return pxt_load_relaxed(&ring.states[chunk]) & PXT_CHUNK_PINNED;
}

static void release_all(void)
{
	for (uint32_t i = 0; i < held.n; i++) {
		ck_assert(pxt_piece_release(&ring, &held.piece[i]));
		ck_assert(!is_pinned(held.piece[i].chunk));
	}
}

START_TEST(nothing_is_held_of_lanes_with_nothing_new)
{
	struct pxt_piece *piece;

	pxt_held_acquire_all(&held);
	ck_assert_uint_eq(held.n, 0);
	ring_put_many(&writers[1], 1, 2);
	piece = pxt_held_acquire(&held, writers[1].lane_index);
	ck_assert_ptr_eq(piece, &held.piece[0]);
	ck_assert_uint_eq(piece->header.last, 2);
	release_all();
	held.n = 0;
	ck_assert_ptr_null(pxt_held_acquire(&held, writers[1].lane_index));
	pxt_held_acquire_all(&held);
	ck_assert_uint_eq(held.n, 0);
}
END_TEST

START_TEST(they_are_ordered_by_their_ends)
{
	static const uint64_t ends[WRITERS] = { 30, 10, 20 };

	for (unsigned i = 0; i < WRITERS; i++)
		ring_put_many(&writers[i], ends[i] - 4, 5);
	pxt_held_acquire_all(&held);
	ck_assert_uint_eq(held.n, WRITERS);
	pxt_held_sort(&held);
	for (uint32_t i = 0; i < WRITERS; i++) {
		ck_assert_uint_eq(held.piece[i].header.last, 10 * (i + 1));
		ck_assert(is_pinned(held.piece[i].chunk));
	}
	release_all();
}
END_TEST

/* Writer _i fills its chunk and all other chunks of the stream. */
START_TEST(full_piece_takes_the_place_of_the_open_one)
{
	struct pxt_piece full, open;
	uint32_t seq, end, taken = 0;

	for (unsigned i = 0; i < WRITERS; i++)
		ring_put_many(&writers[i], 1, 5);
	pxt_held_acquire_all(&held);
	open = held.piece[_i];
	ring_put_many(&writers[_i], 6, RING_CHUNKFUL);
	pxt_collect_sequences(&ring, &seq, &end);
	for (; seq != end; seq++) {
		ck_assert(pxt_collect_full(&ring, seq, &full));
		if (!pxt_held_take(&held, &full))
			continue;
		taken++;
		ck_assert_uint_eq(full.chunk, open.chunk);
		ck_assert_uint_eq(full.from, 0);
		ck_assert_uint_eq(full.to, RING_ROOM);
		/* No other piece can be taken. */
		ck_assert(!pxt_held_take(&held, &full));
		ck_assert(is_pinned(full.chunk));
		ck_assert(pxt_piece_release(&ring, &full));
		ck_assert(!is_pinned(full.chunk));
	}
	ck_assert_uint_eq(taken, 1);
	ck_assert_uint_eq(held.n, WRITERS - 1);
	release_all();
}
END_TEST

/* A chunk that the same lane has filled since is not held. */
START_TEST(next_chunk_of_the_lane_is_not_held)
{
	struct pxt_piece full;
	uint32_t seq, end;

	ring_put_many(&writers[0], 1, 5);
	pxt_held_acquire_all(&held);
	ring_put_many(&writers[0], 6, 6 * RING_CHUNKFUL);
	/* Not overwritten, though it was the oldest. */
	pxt_collect_sequences(&ring, &seq, &end);
	ck_assert_uint_gt(end - seq, 0);
	for (; seq != end; seq++)
		ck_assert(pxt_collect_full(&ring, seq, &full) &&
			  !pxt_held_take(&held, &full));
	ck_assert_uint_eq(pxt_chunk(&ring, held.piece[0].chunk)->lease,
			  held.piece[0].lease);
	release_all();
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("held");
	TCase *tc = tcase_create("held");

	suite_add_tcase(suite, tc);
	tcase_add_checked_fixture(tc, setup, teardown);
	tcase_add_test(tc, nothing_is_held_of_lanes_with_nothing_new);
	tcase_add_test(tc, they_are_ordered_by_their_ends);
	tcase_add_loop_test(tc, full_piece_takes_the_place_of_the_open_one, 0,
			    WRITERS);
	tcase_add_test(tc, next_chunk_of_the_lane_is_not_held);
	return support_run(suite);
}
