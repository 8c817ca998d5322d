/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * The controller's side of the ring: open and full chunks as it sees them, the
 * records that it copies, and that chunks are freed after reading.
 */
#include <string.h>
#include <unistd.h>

#include "ring.h"
#include "ring/collect.h"
#include "support.h"

static struct pxt_view ring;
static struct pxt_segment *segment;
static struct pxt_writer writer;
static unsigned in_hand;		/* chunks in no queue and no lane at the end */
static bool is_sane;			/* the test does not overwrite the segment */

static void begin(int policy)
{
	ring_create(&ring, 1, 64, policy);
	segment = ring.segment;
	ring_claim(&writer, &ring);
}

static void setup(void)
{
	support_begin();
	in_hand = 0;
	is_sane = true;
	begin(POSIX_TRACE_LOOP);
}

static void teardown(void)
{
	if (is_sane) {
		ring_check(&ring, in_hand);
		ring_destroy(&ring);
	} else {
		ring_discard(&ring);
	}
	support_check_leaks();
}

static struct pxt_piece open_piece(void)
{
	struct pxt_piece piece;

	ck_assert(pxt_collect_open(&ring, writer.lane_index, &piece));
	ck_assert(!piece.full);
	return piece;
}

static struct pxt_piece closed_piece(uint32_t seq)
{
	struct pxt_piece piece;

	ck_assert(pxt_collect_full(&ring, seq, &piece));
	ck_assert(piece.full);
	return piece;
}

/* Copy a piece and check that it has records of these times. */
static void check_records(const struct pxt_piece *piece, uint64_t first,
			  unsigned n)
{
	unsigned char bytes[PXT_CHUNK_SIZE_MIN];
	struct pxt_cursor cursor;
	struct pxt_event event;

	ck_assert(pxt_collect_copy(&ring, piece, bytes));
	pxt_cursor_init(&cursor, (const void *)bytes,
			bytes + PXT_CHUNK_HEADER_SIZE, piece->to - piece->from);
	for (unsigned i = 0; i < n; i++) {
		ck_assert(pxt_cursor_next(&cursor, &event));
		ck_assert_uint_eq(event.ticks, first + i);
		ck_assert_int_eq(event.pid, getpid());
	}
	ck_assert(!pxt_cursor_next(&cursor, &event));
	ck_assert_ptr_eq(cursor.pos, cursor.end);
}

START_TEST(lane_without_a_chunk_shows_nothing)
{
	struct pxt_piece piece;

	for (uint32_t i = 0; i < ring.n_lanes; i++)
		ck_assert(!pxt_collect_open(&ring, i, &piece));
}
END_TEST

START_TEST(open_chunk_shows_what_is_committed)
{
	struct pxt_writer_identity id = ring_identity();
	struct pxt_piece piece;

	ring_put_many(&writer, 10, 3);
	ck_assert_int_eq(ring_begin(&writer, &id, 13, PXT_ID_USER, "", 0), 0);
	piece = open_piece();
	ck_assert_uint_eq(piece.from, 0);
	ck_assert_uint_eq(piece.to, 3 * PXT_HEAD_SIZE);
	ck_assert_uint_eq(piece.header.base, 10);
	ck_assert(!pxt_collect_is_full(&ring, &piece));
	check_records(&piece, 10, 3);
	pxt_writer_commit(&writer, PXT_HEAD_SIZE, 13);
	piece = open_piece();
	ck_assert_uint_eq(piece.from, 3 * PXT_HEAD_SIZE);
	check_records(&piece, 13, 1);
	piece = open_piece();
	ck_assert_uint_eq(piece.from, piece.to);
}
END_TEST

START_TEST(rest_of_a_chunk_is_found_where_it_is_closed)
{
	struct pxt_piece piece, rest;

	ring_put_many(&writer, 1, 5);
	piece = open_piece();
	check_records(&piece, 1, 5);
	ring_put_many(&writer, 6, RING_CHUNKFUL - 5 + 1);
	ck_assert(pxt_collect_is_full(&ring, &piece));
	rest = closed_piece(0);
	ck_assert_uint_eq(rest.chunk, piece.chunk);
	ck_assert_uint_eq(rest.lease, piece.lease);
	ck_assert_uint_eq(rest.from, piece.to);
	ck_assert_uint_eq(rest.to, RING_ROOM);
	ck_assert_uint_eq(rest.header.count, RING_CHUNKFUL);
	check_records(&rest, 6, RING_CHUNKFUL - 5);
}
END_TEST

/* Writers that died after taking a chunk out of a queue, or before queueing
 * it. */
START_TEST(full_chunk_that_is_in_no_queue_is_a_stray)
{
	static bool queued[4096];
	struct pxt_piece piece, again;

	ck_assert_uint_le(ring.n_chunks, 4096);
	ring_put_many(&writer, 1, RING_CHUNKFUL + 1);
	piece = closed_piece(0);
	pxt_collect_queued(&ring, queued);
	for (uint32_t i = 0; i < ring.n_chunks; i++) {
		ck_assert_int_eq(queued[i], i == piece.chunk);
		ck_assert(!pxt_collect_stray(&ring, i, queued, &again));
	}
	ck_assert(pxt_queue_take_at(&segment->full, &ring.full, 0));
	pxt_collect_queued(&ring, queued);
	for (uint32_t i = 0; i < ring.n_chunks; i++) {
		ck_assert(!queued[i]);
		ck_assert_int_eq(pxt_collect_stray(&ring, i, queued, &again),
				 i == piece.chunk);
	}
	ck_assert(pxt_collect_stray(&ring, piece.chunk, queued, &again));
	check_records(&again, 1, RING_CHUNKFUL);
	/* Read to the end, it is no stray any more. */
	ck_assert(!pxt_collect_stray(&ring, piece.chunk, queued, &again));
	in_hand = 1;
}
END_TEST

/* A reader has pinned the chunk, so the writer that overwrites leaves freeing
 * it to the reader. */
START_TEST(stray_that_is_given_up_is_an_orphan)
{
	static const bool queued[4096];
	struct pxt_piece piece, again;

	ck_assert_uint_le(ring.n_chunks, 4096);
	ring_put_many(&writer, 1, RING_CHUNKFUL + 1);
	piece = closed_piece(0);
	ck_assert(pxt_piece_acquire(&ring, &piece));
	ring_put_many(&writer, 1000, 2 * RING_CHUNKFUL);
	ck_assert(!pxt_collect_stray(&ring, piece.chunk, queued, &again));
	ck_assert(pxt_collect_orphan(&ring, piece.chunk, &again));
	piece.to = 0;
	ck_assert(pxt_piece_release(&ring, &piece));
	ck_assert(!pxt_collect_stray(&ring, piece.chunk, queued, &again));
	ck_assert(!pxt_collect_orphan(&ring, piece.chunk, &again));
	ck_assert_uint_ge(pxt_load_relaxed(&segment->lost), RING_CHUNKFUL);
}
END_TEST

/* Other fields of the header may be changing, so they are not copied. */
START_TEST(copied_header_has_what_never_changes)
{
	unsigned char bytes[PXT_CHUNK_SIZE_MIN];
	const struct pxt_chunk_header *copy = (const void *)bytes;
	struct pxt_piece piece;

	ring_put_many(&writer, 1, RING_CHUNKFUL + 1);
	piece = closed_piece(0);
	memset(bytes, 0xff, sizeof(bytes));
	ck_assert(pxt_collect_copy(&ring, &piece, bytes));
	ck_assert_uint_eq(copy->magic, PXT_CHUNK_MAGIC);
	ck_assert_uint_eq(copy->lease, piece.lease);
	ck_assert_uint_eq(copy->thread, piece.header.thread);
	ck_assert_uint_eq(copy->base, 1);
	ck_assert_uint_eq(copy->kind, PXT_KIND_EVENTS);
	ck_assert_uint_eq(copy->used, 0);
	ck_assert_uint_eq(copy->count, 0);
	ck_assert_uint_eq(copy->last, 0);
}
END_TEST

START_TEST(what_was_overwritten_is_not_copied)
{
	unsigned char bytes[PXT_CHUNK_SIZE_MIN];
	struct pxt_piece piece, seen;

	ring_put_many(&writer, 1, RING_CHUNKFUL + 1);
	piece = closed_piece(0);
	seen = open_piece();
	ring_put_many(&writer, 1000, 2 * RING_CHUNKFUL);
	ck_assert(!pxt_collect_full(&ring, 0, &piece));
	ck_assert(!pxt_collect_copy(&ring, &piece, bytes));
	ck_assert(!pxt_collect_skip(&ring, &piece));
	ck_assert(!pxt_collect_copy(&ring, &seen, bytes));
}
END_TEST

START_TEST(full_chunks_have_sequence_numbers_from_the_oldest_to_the_newest)
{
	uint32_t first, end;

	ring_destroy(&ring);
	begin(POSIX_TRACE_UNTIL_FULL);
	pxt_collect_sequences(&ring, &first, &end);
	ck_assert_uint_eq(first, end);
	ring_put_many(&writer, 1, 2 * RING_CHUNKFUL + 1);
	pxt_collect_sequences(&ring, &first, &end);
	ck_assert_uint_eq(end - first, 2);
	ck_assert_uint_eq(closed_piece(first).header.base, 1);
	ck_assert_uint_eq(closed_piece(first + 1).header.base,
			  1 + RING_CHUNKFUL);
}
END_TEST

/* A producer that stopped before it advanced the counter. */
START_TEST(entry_beyond_the_counted_ones_is_found)
{
	uint32_t first, end;

	ring_put_many(&writer, 1, RING_CHUNKFUL + 1);
	pxt_store_relaxed(&segment->full.tail, 0);
	pxt_collect_sequences(&ring, &first, &end);
	ck_assert_uint_eq(end - first, 1);
	closed_piece(first);
}
END_TEST

/* A reader that was killed behind its exchange, before it advanced the counter. */
START_TEST(entry_before_the_counted_ones_is_no_entry)
{
	struct pxt_piece piece;

	ring_destroy(&ring);
	begin(POSIX_TRACE_UNTIL_FULL);
	ring_put_many(&writer, 1, RING_CHUNKFUL + 1);
	ck_assert(pxt_queue_take_at(&segment->full, &ring.full, 0));
	pxt_store_relaxed(&segment->full.head, 0);
	in_hand = 1;
	ring_put_many(&writer, 1000, RING_CHUNKFUL);
	piece = closed_piece(1);
	ck_assert(pxt_collect_skip(&ring, &piece));
	ck_assert_uint_eq(pxt_collect_free(&ring), 1);
	ck_assert_uint_eq(pxt_queue_length(&segment->full), 0);
}
END_TEST

START_TEST(chunks_are_released_from_the_oldest_on)
{
	struct pxt_piece piece;

	ring_destroy(&ring);
	begin(POSIX_TRACE_UNTIL_FULL);
	ring_put_many(&writer, 1, 2 * RING_CHUNKFUL + 1);
	pxt_store_relaxed(&segment->wrapped, 1);
	ck_assert_uint_eq(pxt_collect_free(&ring), 0);

	piece = closed_piece(1);
	ck_assert(pxt_collect_skip(&ring, &piece));
	ck_assert_uint_eq(pxt_collect_free(&ring), 0);
	ck_assert_uint_eq(pxt_load_relaxed(&segment->wrapped), 1);

	piece = closed_piece(0);
	ck_assert(pxt_collect_skip(&ring, &piece));
	ck_assert_uint_eq(pxt_collect_free(&ring), 2);
	ck_assert_uint_eq(pxt_queue_length(&segment->free), 2);
	ck_assert_uint_eq(pxt_load_relaxed(&segment->wrapped), 0);
	ck_assert(!pxt_collect_full(&ring, 0, &piece));
}
END_TEST

START_TEST(looking_at_a_chunk_changes_nothing)
{
	uint64_t state;
	struct pxt_piece piece;

	ring_put_many(&writer, 1, RING_CHUNKFUL + 3);
	piece = closed_piece(0);
	state = pxt_load_relaxed(&ring.states[piece.chunk]);
	ck_assert_uint_eq(state, pxt_state(1, 0) | PXT_CHUNK_FULL);
	piece = open_piece();
	state = pxt_load_relaxed(&ring.states[piece.chunk]);
	ck_assert_uint_eq(state, pxt_state(1, 0));
}
END_TEST

/* While the piece is acquired, its chunk is looked up as an open and as a full
 * one, and all other chunks are overwritten. */
START_TEST(acquired_piece_stays_until_it_is_released)
{
	const unsigned char *records;
	struct pxt_cursor cursor;
	struct pxt_event event;
	struct pxt_piece piece;

	ring_put_many(&writer, 1, 3);
	piece = open_piece();
	ck_assert(pxt_piece_acquire(&ring, &piece));
	ck_assert_uint_eq(open_piece().chunk, piece.chunk);
	ring_put_many(&writer, 4, RING_CHUNKFUL);
	ck_assert_uint_eq(closed_piece(0).chunk, piece.chunk);
	ck_assert_uint_eq(pxt_collect_free(&ring), 0);
	ring_put_many(&writer, 1000, 5 * RING_CHUNKFUL);
	records = (void *)(pxt_chunk(&ring, piece.chunk) + 1);
	pxt_cursor_init(&cursor, &piece.header, records, piece.to);
	for (unsigned i = 0; i < 3; i++) {
		ck_assert(pxt_cursor_next(&cursor, &event));
		ck_assert_uint_eq(event.ticks, 1 + i);
	}
	ck_assert(pxt_piece_release(&ring, &piece));
	ck_assert(!pxt_piece_acquire(&ring, &piece));
}
END_TEST

START_TEST(piece_that_was_read_is_not_acquired)
{
	struct pxt_piece piece, again;

	ring_put_many(&writer, 1, 3);
	piece = again = open_piece();
	ck_assert(pxt_piece_acquire(&ring, &piece));
	piece.to = PXT_HEAD_SIZE;
	ck_assert(pxt_piece_release(&ring, &piece));
	ck_assert(!pxt_piece_acquire(&ring, &piece));
	ck_assert_uint_eq(pxt_load_relaxed(&ring.states[piece.chunk]),
			  pxt_state(1, PXT_HEAD_SIZE));
	/* The rest of the chunk can still be acquired. */
	ck_assert(pxt_piece_acquire(&ring, &again));
	ck_assert_uint_eq(again.from, PXT_HEAD_SIZE);
	ck_assert_uint_eq(again.to, 3 * PXT_HEAD_SIZE);
	ck_assert(pxt_piece_release(&ring, &again));
}
END_TEST

/* Otherwise it would prevent every later chunk from being freed. */
START_TEST(unreadable_full_chunk_is_released)
{
	uint32_t chunk = UINT32_MAX;
	struct pxt_piece piece;

	ring_put_many(&writer, 1, RING_CHUNKFUL + 1);
	ck_assert(pxt_queue_peek(&segment->full, &ring.full, 0, &chunk));
	memset(pxt_chunk(&ring, chunk), 0xff, PXT_CHUNK_HEADER_SIZE);
	ck_assert(!pxt_collect_full(&ring, 0, &piece));
	ck_assert_uint_eq(pxt_collect_free(&ring), 1);
}
END_TEST

START_TEST(lane_that_names_the_chunk_of_another_shows_nothing)
{
	struct pxt_writer other;
	struct pxt_piece piece;

	ring_put_many(&writer, 1, 2);
	ring_claim(&other, &ring);
	pxt_store_relaxed(&other.lane->tail,
			  pxt_load_relaxed(&writer.lane->tail));
	ck_assert(!pxt_collect_open(&ring, other.lane_index, &piece));
	open_piece();
	pxt_store_relaxed(&other.lane->tail, 0);
}
END_TEST

/* A piece lies within its chunk, whatever the segment contains. */
START_TEST(scribbled_words_show_nothing_beyond_a_chunk)
{
	uint64_t seed = (uint64_t)_i;
	unsigned char bytes[PXT_CHUNK_SIZE_MIN];
	struct pxt_piece piece;
	uint32_t seq, end;

	is_sane = false;
	ring_put_many(&writer, 1, RING_CHUNKFUL + 7);
	for (int i = 0; i < 200; i++) {
		uint32_t chunk = (uint32_t)support_random_below(&seed, 3);
		uint64_t r = support_random(&seed);
		struct pxt_chunk_header *header = pxt_chunk(&ring, chunk);

		switch (support_random_below(&seed, 6)) {
		case 0:
			pxt_store_relaxed(&writer.lane->tail,
					  pxt_tail(chunk, r & 0xffffff));
			break;
		case 1:
			pxt_store_relaxed(&writer.lane->tail, r);
			break;
		case 2:
			pxt_store_relaxed(&ring.states[chunk],
					  r & ~UINT64_C(0xfffffff900000000));
			break;
		case 3:
			header->used = (uint32_t)r;
			break;
		case 4:
			header->lane = (uint16_t)(r & 1);
			break;
		case 5:
			pxt_store_relaxed(&segment->full.tail, (uint32_t)r);
			break;
		}
		for (uint32_t lane = 0; lane < 4; lane++)
			if (pxt_collect_open(&ring, lane, &piece)) {
				ck_assert_uint_lt(piece.chunk, ring.n_chunks);
				ck_assert_uint_le(piece.from, piece.to);
				ck_assert_uint_le(piece.to, RING_ROOM);
				pxt_collect_copy(&ring, &piece, bytes);
			}
		pxt_collect_sequences(&ring, &seq, &end);
		ck_assert_uint_le(end - seq, ring.full.size);
		if (pxt_collect_full(&ring, 0, &piece)) {
			ck_assert_uint_lt(piece.chunk, ring.n_chunks);
			ck_assert_uint_le(piece.to, RING_ROOM);
			pxt_collect_copy(&ring, &piece, bytes);
		}
	}
	pxt_collect_free(&ring);
}
END_TEST

START_TEST(losses_of_all_lanes_and_of_those_without_add_up)
{
	struct pxt_writer other;
	uint64_t first = 0;

	ring_claim(&other, &ring);
	ck_assert_uint_eq(pxt_collect_losses(&ring, 0, &first), 0);
	ck_assert_uint_eq(first, UINT64_MAX);
	pxt_writer_lose(&writer, 2, 300);
	pxt_writer_lose(&writer, 2, 310);
	pxt_writer_lose(&other, 2, 200);
	pxt_segment_drop(segment, 100);
	ck_assert_uint_eq(pxt_collect_losses(&ring, 0, &first), 4);
	ck_assert_uint_eq(first, 100);
	ck_assert_uint_eq(pxt_collect_losses(&ring, 100, &first), 4);
	ck_assert_uint_eq(first, 200);
	ck_assert_uint_eq(pxt_collect_losses(&ring, 200, &first), 4);
	ck_assert_uint_eq(first, 300);
	pxt_collect_losses(&ring, 300, &first);
	ck_assert_uint_eq(first, UINT64_MAX);
	ck_assert_uint_eq(pxt_collect_losses(&ring, 0, NULL), 4);
}
END_TEST

/* The lane still names the chunk, but the chunk is queued or was about to
 * be. */
START_TEST(chunk_whose_writer_died_closing_it_is_not_freed_twice)
{
	uint32_t index = writer.lane_index;
	struct pxt_piece piece;

	ring_put_many(&writer, 1, 2);
	pxt_chunk_close(&ring, open_piece().chunk);
	pxt_writer_exit(&writer);
	ck_assert(pxt_collect_open(&ring, index, &piece));
	ck_assert(pxt_collect_is_full(&ring, &piece));
	ck_assert(pxt_collect_skip(&ring, &piece));
	pxt_collect_lane(&ring, index);
	ck_assert_uint_eq(pxt_load_relaxed(&ring.lanes[index].owner), 0);
	ck_assert_uint_eq(pxt_queue_length(&segment->free), 0);
	/* The writer died before queueing the chunk: it is not used until
	 * shutdown. */
	in_hand = 1;
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("collect");
	TCase *tc = tcase_create("collect");

	suite_add_tcase(suite, tc);
	tcase_add_checked_fixture(tc, setup, teardown);
	tcase_add_test(tc, lane_without_a_chunk_shows_nothing);
	tcase_add_test(tc, open_chunk_shows_what_is_committed);
	tcase_add_test(tc, rest_of_a_chunk_is_found_where_it_is_closed);
	tcase_add_test(tc, full_chunk_that_is_in_no_queue_is_a_stray);
	tcase_add_test(tc, stray_that_is_given_up_is_an_orphan);
	tcase_add_test(tc, copied_header_has_what_never_changes);
	tcase_add_test(tc, what_was_overwritten_is_not_copied);
	tcase_add_test(tc,
		       full_chunks_have_sequence_numbers_from_the_oldest_to_the_newest);
	tcase_add_test(tc, entry_beyond_the_counted_ones_is_found);
	tcase_add_test(tc, entry_before_the_counted_ones_is_no_entry);
	tcase_add_test(tc, chunks_are_released_from_the_oldest_on);
	tcase_add_test(tc, looking_at_a_chunk_changes_nothing);
	tcase_add_test(tc, acquired_piece_stays_until_it_is_released);
	tcase_add_test(tc, piece_that_was_read_is_not_acquired);
	tcase_add_test(tc, unreadable_full_chunk_is_released);
	tcase_add_test(tc, lane_that_names_the_chunk_of_another_shows_nothing);
	tcase_add_loop_test(tc, scribbled_words_show_nothing_beyond_a_chunk, 0,
			    20);
	tcase_add_test(tc, losses_of_all_lanes_and_of_those_without_add_up);
	tcase_add_test(tc,
		       chunk_whose_writer_died_closing_it_is_not_freed_twice);
	return support_run(suite);
}
