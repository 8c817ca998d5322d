/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * Threads that adopt the chunk of a thread that has ended, and what readers
 * make of the owner records: ring/adopt.c, model/record.c.
 */
#include "heirs.h"
#include "ring/adopt.h"
#include "ring/reclaim.h"

/* Copy the unread records of the lane, and check that thread who[i] has n[i]
 * events. */
static void check_unread(uint32_t lane, unsigned parts, const int32_t *who,
			 const unsigned *n)
{
	static _Alignas(8) unsigned char bytes[PXT_CHUNK_SIZE_MAX];
	struct pxt_piece piece;
	struct pxt_cursor cursor;
	struct pxt_event event;

	ck_assert(pxt_collect_open(&ring, lane, &piece));
	ck_assert(pxt_collect_copy(&ring, &piece, bytes));
	pxt_cursor_init(&cursor, (void *)bytes, bytes + PXT_CHUNK_HEADER_SIZE,
			piece.to - piece.from);
	cursor.has_owners = true;
	for (unsigned i = 0; i < parts; i++)
		for (unsigned k = 0; k < n[i]; k++) {
			ck_assert(pxt_cursor_next(&cursor, &event));
			ck_assert_int_eq(event.tid, 2000 + who[i]);
			ck_assert_int_eq(event.pid, 1000 + who[i] / 10);
			ck_assert_uint_eq(event.thread,
					  3000 + (uint64_t)who[i]);
		}
	ck_assert(!pxt_cursor_next(&cursor, &event));
	ck_assert_ptr_eq(cursor.pos, cursor.end);
}

START_TEST(thread_goes_on_in_the_chunk_of_one_that_ended)
{
	const int32_t who[] = { 1, 22, 3 };
	const unsigned n[] = { 2, 3, 1 };
	uint32_t lane;

	for (unsigned i = 0; i < 3; i++) {
		claim(&own, who[i]);
		lane = own.lane_index;
		ck_assert_uint_eq(lane, 1);
		ck_assert_uint_eq(pxt_load_relaxed(&segment->exited), 0);
		put(&own, n[i]);
		if (i < 2)
			pxt_writer_exit(&own);
	}
	ck_assert_uint_eq(own.count, 6);
	ck_assert_uint_eq(pxt_load_relaxed(&segment->fresh), 1);
	ck_assert_uint_eq(pxt_load_relaxed(&own.lane->owner),
			  (uint64_t)1000 << 32 | 2003);
	ck_assert_uint_eq(pxt_tail_bytes(pxt_load_relaxed(&own.lane->tail)),
			  6 * HEAD + 2 * OWNER);
	check_unread(lane, 3, who, n);
	ck_assert_uint_eq(pxt_load_relaxed(&segment->threads), 4);
}
END_TEST

START_TEST(reader_knows_whose_the_rest_is)
{
	const int32_t who[] = { 1, 2, 3 };

	claim(&own, 1);
	put(&own, 2);
	check_unread(1, 1, who, (unsigned[]){ 2 });
	put(&own, 1);
	check_unread(1, 1, who, (unsigned[]){ 1 });
	pxt_writer_exit(&own);
	claim(&own, 2);
	put(&own, 2);
	check_unread(1, 1, who + 1, (unsigned[]){ 2 });
	put(&own, 1);
	check_unread(1, 1, who + 1, (unsigned[]){ 1 });
	put(&own, 1);
	pxt_writer_exit(&own);
	/* Two owners, the second of which is followed by a third. */
	claim(&own, 3);
	put(&own, 1);
	check_unread(1, 2, who + 1, (unsigned[]){ 1, 1 });
	/* The first owner has been read, the second has no events. */
	pxt_writer_exit(&own);
	live(4, 0);
	check_unread(1, 0, who, NULL);
	claim(&own, 5);
	put(&own, 1);
	check_unread(1, 1, (int32_t[]){ 5 }, (unsigned[]){ 1 });
}
END_TEST

/* Threads with one event each, until a chunk is full. */
static int32_t fill_chunk(void)
{
	int32_t n = 0;

	while (n_full() == 0) {
		live(n++, 1);
		ck_assert_int_lt(n, 100000);
	}
	return n;
}

START_TEST(full_chunk_is_queued_and_its_owners_take_no_room)
{
	const uint32_t limit = pxt_chunk_limit(&ring);
	struct pxt_piece piece;
	uint32_t seq, end;
	int32_t n = fill_chunk(), owned = (n - 2) * OWNER;

	/* The last thread is in the next chunk. */
	ck_assert_uint_eq(pxt_collect_lanes(&ring), 2);
	pxt_collect_sequences(&ring, &seq, &end);
	ck_assert(pxt_collect_full(&ring, seq, &piece));
	ck_assert_uint_eq(piece.header.count, n - 1);
	ck_assert_uint_eq(piece.header.used, (n - 1) * HEAD + owned);
	ck_assert_uint_gt(piece.header.used + 2 * OWNER + HEAD,
			  ring.chunk_size - PXT_CHUNK_HEADER_SIZE);
	ck_assert_int_eq(pxt_load_relaxed(&segment->overhead),
			 ring.chunk_size - PXT_CHUNK_HEADER_SIZE -
			 (n - 1) * HEAD);
	ck_assert_uint_eq(pxt_chunk_limit(&ring), limit + 1);
	ck_assert(pxt_collect_skip(&ring, &piece));
	ck_assert_uint_eq(pxt_collect_free(&ring), 1);
	ck_assert_int_eq(pxt_load_relaxed(&segment->overhead), 0);
	ck_assert_uint_eq(pxt_chunk_limit(&ring), limit);
}
END_TEST

/* The bytes of owner records in full and open chunks. */
static int64_t count_overhead(void)
{
	struct pxt_piece piece;
	uint32_t seq, end;
	int64_t sum = 0;

	pxt_collect_sequences(&ring, &seq, &end);
	for (; seq != end; seq++) {
		ck_assert(pxt_collect_full(&ring, seq, &piece));
		if (piece.header.serial)
			sum += RING_ROOM - piece.header.count * HEAD;
	}
	return sum;
}

START_TEST(owners_of_what_is_overwritten_are_gone)
{
	restart(1, POSIX_TRACE_LOOP);
	for (int32_t n = 0; n < 2000; n++) {
		live(n, 1 + n % 3);
		if (n % 10 == 0)
			ck_assert_int_eq(pxt_load_relaxed(&segment->overhead),
					 count_overhead());
	}
	ck_assert_uint_gt(pxt_load_relaxed(&segment->lost), 0);
	ck_assert_int_gt(count_overhead(), 0);
}
END_TEST

/* By the reader, which has acquired the chunk meanwhile. */
START_TEST(owners_of_an_orphan_are_gone)
{
	struct pxt_piece piece;
	uint32_t seq, end;

	restart(1, POSIX_TRACE_LOOP);
	fill_chunk();
	pxt_collect_sequences(&ring, &seq, &end);
	ck_assert(pxt_collect_full(&ring, seq, &piece));
	ck_assert(pxt_piece_acquire(&ring, &piece));
	claim(&own, 1);
	while (!(pxt_load_relaxed(&ring.states[piece.chunk]) &
		 PXT_CHUNK_ORPHAN))
		put(&own, 1);
	ck_assert_int_gt(pxt_load_relaxed(&segment->overhead), count_overhead());
	ck_assert(pxt_piece_release(&ring, &piece));
	ck_assert_int_eq(pxt_load_relaxed(&segment->overhead), count_overhead());
}
END_TEST

/* Overwritten events are counted without owner records. */
START_TEST(owners_are_not_lost)
{
	uint64_t events = 0, left = 0;
	struct pxt_piece piece;
	uint32_t seq, end;

	restart(1, POSIX_TRACE_LOOP);
	for (int32_t n = 0; n < 3000; n++) {
		live(n, 1);
		events++;
	}
	pxt_collect_sequences(&ring, &seq, &end);
	for (; seq != end; seq++) {
		ck_assert(pxt_collect_full(&ring, seq, &piece));
		left += piece.header.count;
	}
	left += pxt_lane_count(&ring, pxt_load_relaxed(&ring.lanes[1].tail),
			       &(uint64_t){0});
	ck_assert_uint_gt(pxt_load_relaxed(&segment->lost), 0);
	ck_assert_uint_eq(pxt_load_relaxed(&segment->lost) + left, events);
}
END_TEST

/* An owner record is the first, or the only, unread record when LOOP overwrites
 * the chunk. */
START_TEST(unread_owners_are_not_lost_either)
{
	struct pxt_piece piece;

	for (unsigned more = 0; more < 2; more++) {
		restart(1, POSIX_TRACE_LOOP);
		live(1, 3);
		ck_assert(pxt_collect_open(&ring, 1, &piece));
		ck_assert(pxt_collect_skip(&ring, &piece));
		live(2, 0);
		live(3, more);
		ck_assert(pxt_lane_take(&ring.lanes[1]));
		ck_assert(pxt_lane_close(&ring, &ring.lanes[1]));
		pxt_lane_free(&ring, &ring.lanes[1]);
		claim(&own, 4);
		while (pxt_load_relaxed(&segment->wrapped) == 0)
			put(&own, 1);
		ck_assert_uint_eq(pxt_load_relaxed(&segment->lost), more);
		ck_assert_uint_eq(pxt_load_relaxed(&segment->horizon) != 0,
				  more);
	}
}
END_TEST

START_TEST(thread_killed_inside_a_record_has_no_heir)
{
	claim(&own, 1);
	put(&own, 1);
	pxt_writer_reserve(&own, false);
	pxt_lane_mark_gone(&ring, own.lane,
			   pxt_load_relaxed(&own.lane->exited));
	claim(&own, 2);
	ck_assert_uint_eq(own.lane_index, 2);
	ck_assert_uint_eq(pxt_load_relaxed(&ring.lanes[1].exited),
			  PXT_LANE_GONE);
}
END_TEST

/* A thread that was found dead left no count, so its records are counted. */
START_TEST(killed_thread_is_counted_by_its_records)
{
	const int32_t who[] = { 1, 2 };

	claim(&own, 1);
	put(&own, 5);
	pxt_lane_mark_gone(&ring, own.lane,
			   pxt_load_relaxed(&own.lane->exited));
	claim(&own, 2);
	ck_assert_uint_eq(own.lane_index, 1);
	ck_assert_uint_eq(own.count, 5);
	put(&own, 1);
	check_unread(1, 2, who, (unsigned[]){ 5, 1 });
	/* The same again, after an owner record. */
	pxt_lane_mark_gone(&ring, own.lane,
			   pxt_load_relaxed(&own.lane->exited));
	claim(&own, 3);
	ck_assert_uint_eq(own.lane_index, 1);
	ck_assert_uint_eq(own.count, 6);
}
END_TEST

START_TEST(time_does_not_fall_in_a_chunk)
{
	claim(&own, 1);
	ring_put(&own, pxt_segment_ticks(&ring) + UINT64_C(60000000000),
		 PXT_ID_USER, NULL, 0);
	pxt_writer_exit(&own);
	claim(&own, 2);
	ck_assert_uint_eq(own.lane_index, 2);
}
END_TEST

START_TEST(controller_adopts_nothing)
{
	struct pxt_writer_identity id = thread(2);

	live(1, 1);
	id.kind = PXT_KIND_CONTROL;
	ck_assert_int_eq(pxt_writer_claim(&own, &ring, &id), 0);
	ck_assert_uint_eq(own.lane_index, 2);
}
END_TEST

START_TEST(reader_that_has_the_lane_is_left_alone)
{
	live(1, 1);
	ck_assert(pxt_lane_take(&ring.lanes[1]));
	claim(&own, 2);
	ck_assert_uint_eq(own.lane_index, 2);
	pxt_lane_put_back(&ring.lanes[1]);
	claim(&own, 3);
	ck_assert_uint_eq(own.lane_index, 1);
}
END_TEST

/* A flush reads the records that were there when it acquired the chunk. */
START_TEST(chunk_that_is_acquired_is_adopted)
{
	struct pxt_piece piece;

	live(1, 2);
	ck_assert(pxt_collect_open(&ring, 1, &piece));
	ck_assert(pxt_piece_acquire(&ring, &piece));
	claim(&own, 2);
	ck_assert_uint_eq(own.lane_index, 1);
	put(&own, 1);
	ck_assert(pxt_piece_release(&ring, &piece));
	check_unread(1, 1, (int32_t[]){ 2 }, (unsigned[]){ 1 });
}
END_TEST

/* With room for more chunks than there are lanes, and with none. */
START_TEST(full_stream_keeps_a_full_chunk_in_its_lane)
{
	restart(1, POSIX_TRACE_UNTIL_FULL);
	claim(&own, 1);
	put(&own, RING_CHUNKFUL);
	pxt_writer_exit(&own);
	ring.n_full = 0;
	claim(&own, 2);
	ck_assert_uint_eq(own.lane_index, 2);
	ring.n_full = 1;
	claim(&own, 3);
	ck_assert_uint_eq(own.lane_index, 1);
	ck_assert_uint_eq(n_full(), 1);
	ck_assert_uint_eq(pxt_load_relaxed(&own.lane->tail), 0);
}
END_TEST

/* Untrusted input: every value of the word in a header. */
START_TEST(chunk_that_somebody_has_damaged_is_left)
{
	struct pxt_chunk_header *header;

	live(1, 1);
	header = pxt_chunk(&ring, 0);
	header->lane = 7;
	claim(&own, 2);
	ck_assert_uint_eq(own.lane_index, 2);
	header->lane = 1;
	header->lease++;
	claim(&own, 3);
	ck_assert_uint_eq(own.lane_index, 3);
	header->lease--;
	header->last = UINT64_MAX;
	claim(&own, 4);
	ck_assert_uint_eq(own.lane_index, 4);
	header->last = header->base = 0;
	header->serial = UINT64_MAX;
	claim(&own, 5);
	put(&own, 1);
	ck_assert_uint_eq(own.lane_index, 1);
	pxt_writer_exit(&own);
	/* The header names the place of an owner record where there is none. */
	for (uint32_t at = 0; at < 200; at++) {
		struct pxt_chunk_header copy = *header;
		struct pxt_cursor cursor;
		struct pxt_event event;

		copy.serial = UINT64_C(1) << 32 | at;
		pxt_cursor_init_ring(&cursor, &copy, header + 1, 32, 80);
		while (pxt_cursor_next(&cursor, &event))
			ck_assert_uint_eq(event.id, PXT_ID_USER);
		ck_assert(cursor.pos <= (unsigned char *)(header + 1) + 80);
	}
}
END_TEST

/* A log has no owner records. */
START_TEST(owner_record_in_a_log_is_damage)
{
	struct pxt_chunk_header *header;
	struct pxt_cursor cursor;
	struct pxt_event event;

	live(1, 1);
	live(2, 1);
	header = pxt_chunk(&ring, 0);
	pxt_cursor_init(&cursor, header, header + 1, 2 * HEAD + OWNER);
	ck_assert(pxt_cursor_next(&cursor, &event));
	ck_assert(!pxt_cursor_next(&cursor, &event));
	ck_assert_ptr_ne(cursor.pos, cursor.end);
}
END_TEST

/* In the pid namespace of the former owner, the new owner must not be looked
 * up. */
START_TEST(pid_namespace_is_the_new_owners)
{
	struct pxt_writer_identity id = thread(2);

	live(1, 1);
	id.space = 77;
	ck_assert_int_eq(pxt_writer_claim(&own, &ring, &id), 0);
	ck_assert_uint_eq(own.lane_index, 1);
	ck_assert_uint_eq(pxt_load_relaxed(&own.lane->space), 77);
	/* A free lane belongs to no thread. */
	put(&own, 1);
	pxt_writer_exit(&own);
	check_unread(1, 2, (int32_t[]){ 1, 2 }, (unsigned[]){ 1, 1 });
	pxt_collect_lane(&ring, 1);
	ck_assert_uint_eq(pxt_load_relaxed(&ring.lanes[1].owner), 0);
	ck_assert_uint_eq(pxt_load_relaxed(&ring.lanes[1].space), 0);
}
END_TEST

/* A handler that leaves by longjmp, and a later event, in an adopted chunk. */
START_TEST(interrupted_heir_is_repaired)
{
	struct pxt_writer_identity id = thread(2);

	live(1, 2);
	claim(&own, 2);
	put(&own, 1);
	ck_assert_int_eq(ring_begin(&own, &id, pxt_segment_ticks(&ring),
				    PXT_ID_USER, NULL, 0), 0);
	own.count = 99;
	own.last = 0;
	pxt_writer_recover(&own);
	ck_assert_uint_eq(own.count, 3);
	ck_assert_uint_ne(own.last, 0);
	put(&own, 1);
	check_unread(1, 2, (int32_t[]){ 1, 2 }, (unsigned[]){ 2, 2 });
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("adopt");
	TCase *tc = tcase_create("adopt");

	suite_add_tcase(suite, tc);
	tcase_set_timeout(tc, 20);
	tcase_add_checked_fixture(tc, setup, teardown);
	tcase_add_test(tc, thread_goes_on_in_the_chunk_of_one_that_ended);
	tcase_add_test(tc, reader_knows_whose_the_rest_is);
	tcase_add_test(tc, full_chunk_is_queued_and_its_owners_take_no_room);
	tcase_add_test(tc, owners_of_what_is_overwritten_are_gone);
	tcase_add_test(tc, owners_of_an_orphan_are_gone);
	tcase_add_test(tc, owners_are_not_lost);
	tcase_add_test(tc, unread_owners_are_not_lost_either);
	tcase_add_test(tc, thread_killed_inside_a_record_has_no_heir);
	tcase_add_test(tc, killed_thread_is_counted_by_its_records);
	tcase_add_test(tc, time_does_not_fall_in_a_chunk);
	tcase_add_test(tc, controller_adopts_nothing);
	tcase_add_test(tc, reader_that_has_the_lane_is_left_alone);
	tcase_add_test(tc, chunk_that_is_acquired_is_adopted);
	tcase_add_test(tc, full_stream_keeps_a_full_chunk_in_its_lane);
	tcase_add_test(tc, chunk_that_somebody_has_damaged_is_left);
	tcase_add_test(tc, owner_record_in_a_log_is_damage);
	tcase_add_test(tc, pid_namespace_is_the_new_owners);
	tcase_add_test(tc, interrupted_heir_is_repaired);
	return support_run(suite);
}
