/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * The invariants of a segment (ring/valid.h): each one holds for a segment in
 * use, and each violation is found.
 */
#include "ring/valid.h"

#include "ring.h"
#include "ring/lane.h"
#include "ring/reclaim.h"
#include "support.h"

static struct pxt_view ring;
static struct pxt_segment *segment;
static struct pxt_writer writer;

/* One chunk is full, one open, one free; the others were never used. */
enum { FULL = 0, OPEN = 1, FREE = 2, UNUSED = 4 };

static void setup(void)
{
	struct pxt_writer other;

	support_begin();
	ring_create(&ring, 1 << 16, 64, POSIX_TRACE_LOOP);
	segment = ring.segment;
	ring_claim(&writer, &ring);
	ring_put_many(&writer, 1, RING_CHUNKFUL + 1);
	ring_claim(&other, &ring);
	ring_put_many(&other, 1, 1);
	pxt_chunk_free(&ring, FREE);
	pxt_store_relaxed(&other.lane->tail, 0);
	ck_assert(pxt_segment_is_valid(&ring));
}

static void teardown(void)
{
	ck_assert(!pxt_segment_is_valid(&ring));
	ring_discard(&ring);
	support_check_leaks();
}

static void set_state(uint32_t chunk, uint32_t read, uint64_t flags)
{
	pxt_chunk_state *state = &ring.states[chunk];
	const uint32_t lease = pxt_state_lease(pxt_load_relaxed(state));

	pxt_store_relaxed(state, pxt_state(lease, read) | flags);
}

static void set_tail(uint64_t tail)
{
	pxt_store_relaxed(&writer.lane->tail, tail);
}

static void put_entry(uint32_t seq, uint64_t word)
{
	pxt_store_relaxed(&ring.full.cell[seq], word);
}

START_TEST(entry_is_of_a_chunk_there_is)
{
	put_entry(0, ring.n_chunks + 1);
	ck_assert(!pxt_queue_is_valid(&segment->full, &ring.full));
}
END_TEST

START_TEST(no_entry_is_behind_an_empty_place)
{
	put_entry(2, FULL + 1);
	ck_assert(!pxt_queue_is_valid(&segment->full, &ring.full));
}
END_TEST

START_TEST(cell_is_of_this_wrap_or_the_next)
{
	put_entry(0, (uint64_t)(2 * ring.full.size) << 32);
	ck_assert(!pxt_queue_is_valid(&segment->full, &ring.full));
}
END_TEST

START_TEST(tail_of_a_queue_is_not_beyond_its_entries)
{
	pxt_store_relaxed(&segment->full.tail, 2);
	ck_assert(!pxt_queue_is_valid(&segment->full, &ring.full));
}
END_TEST

START_TEST(chunk_is_full_or_free)
{
	set_state(FULL, 0, PXT_CHUNK_FULL | PXT_CHUNK_FREE);
	ck_assert(!pxt_chunk_is_valid(&ring, FULL));
}
END_TEST

START_TEST(chunk_that_is_held_is_nothing_else)
{
	set_state(OPEN, 1, PXT_CHUNK_HELD | PXT_CHUNK_PINNED);
	ck_assert(!pxt_chunk_is_valid(&ring, OPEN));
}
END_TEST

START_TEST(chunk_is_held_for_a_lane_there_is)
{
	set_state(OPEN, ring.n_lanes + 1, PXT_CHUNK_HELD);
	ck_assert(!pxt_chunk_is_valid(&ring, OPEN));
}
END_TEST

START_TEST(only_a_full_chunk_is_an_orphan)
{
	set_state(OPEN, 0, PXT_CHUNK_ORPHAN | PXT_CHUNK_PINNED);
	ck_assert(!pxt_chunk_is_valid(&ring, OPEN));
}
END_TEST

START_TEST(no_more_is_read_of_a_chunk_than_it_has)
{
	set_state(OPEN, RING_ROOM + 8, 0);
	ck_assert(!pxt_chunk_is_valid(&ring, OPEN));
}
END_TEST

START_TEST(state_has_flags_that_are_known)
{
	set_state(OPEN, 0, 0x80);
	ck_assert(!pxt_chunk_is_valid(&ring, OPEN));
}
END_TEST

START_TEST(free_lane_has_no_chunk)
{
	pxt_store_relaxed(&writer.lane->owner, 0);
	ck_assert(!pxt_lane_is_valid(&ring, writer.lane_index));
}
END_TEST

START_TEST(tail_of_a_lane_names_a_chunk_there_is)
{
	set_tail(pxt_tail(ring.n_chunks, 0));
	ck_assert(!pxt_lane_is_valid(&ring, writer.lane_index));
}
END_TEST

START_TEST(tail_of_a_lane_is_within_its_chunk)
{
	set_tail(pxt_tail(OPEN, RING_ROOM + 8));
	ck_assert(!pxt_lane_is_valid(&ring, writer.lane_index));
}
END_TEST

START_TEST(unused_lane_is_as_it_was_created)
{
	pxt_store_relaxed(&ring.lanes[ring.n_lanes - 1].lost, 1);
	ck_assert(!pxt_lane_is_valid(&ring, ring.n_lanes - 1));
}
END_TEST

START_TEST(fate_of_a_lane_is_one_of_three)
{
	pxt_store_relaxed(&writer.lane->exited, PXT_LANE_FATE);
	ck_assert(!pxt_lane_is_valid(&ring, writer.lane_index));
}
END_TEST

START_TEST(full_chunk_has_one_entry)
{
	put_entry(1, FULL + 1);
	ck_assert(pxt_queue_is_valid(&segment->full, &ring.full));
}
END_TEST

START_TEST(chunk_is_open_in_one_lane)
{
	pxt_store_relaxed(&ring.lanes[writer.lane_index + 1].tail,
			  pxt_load_relaxed(&writer.lane->tail));
	ck_assert(pxt_lane_is_valid(&ring, writer.lane_index + 1));
}
END_TEST

START_TEST(chunk_never_used_has_no_state)
{
	set_state(UNUSED, 8, 0);
	ck_assert(pxt_chunk_is_valid(&ring, UNUSED));
}
END_TEST

START_TEST(no_more_chunks_were_used_than_there_are)
{
	pxt_store_relaxed(&segment->fresh, ring.n_chunks + 1);
}
END_TEST

START_TEST(no_more_lanes_were_used_than_there_are)
{
	pxt_store_relaxed(&segment->lane_end, ring.n_lanes + 1);
}
END_TEST

START_TEST(flag_is_set_or_not)
{
	_Atomic uint32_t *const flags[] = {
		&segment->wrapped, &segment->starved,
	};

	pxt_store_relaxed(flags[_i], 2);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("valid");
	TCase *tc = tcase_create("valid");

	tcase_add_checked_fixture(tc, setup, teardown);
	suite_add_tcase(suite, tc);
	tcase_add_test(tc, entry_is_of_a_chunk_there_is);
	tcase_add_test(tc, no_entry_is_behind_an_empty_place);
	tcase_add_test(tc, cell_is_of_this_wrap_or_the_next);
	tcase_add_test(tc, tail_of_a_queue_is_not_beyond_its_entries);
	tcase_add_test(tc, chunk_is_full_or_free);
	tcase_add_test(tc, chunk_that_is_held_is_nothing_else);
	tcase_add_test(tc, chunk_is_held_for_a_lane_there_is);
	tcase_add_test(tc, only_a_full_chunk_is_an_orphan);
	tcase_add_test(tc, no_more_is_read_of_a_chunk_than_it_has);
	tcase_add_test(tc, state_has_flags_that_are_known);
	tcase_add_test(tc, free_lane_has_no_chunk);
	tcase_add_test(tc, tail_of_a_lane_names_a_chunk_there_is);
	tcase_add_test(tc, tail_of_a_lane_is_within_its_chunk);
	tcase_add_test(tc, unused_lane_is_as_it_was_created);
	tcase_add_test(tc, fate_of_a_lane_is_one_of_three);
	tcase_add_test(tc, full_chunk_has_one_entry);
	tcase_add_test(tc, chunk_is_open_in_one_lane);
	tcase_add_test(tc, chunk_never_used_has_no_state);
	tcase_add_test(tc, no_more_chunks_were_used_than_there_are);
	tcase_add_test(tc, no_more_lanes_were_used_than_there_are);
	tcase_add_loop_test(tc, flag_is_set_or_not, 0, 2);
	return support_run(suite);
}
