/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * A thread's lane: claiming it, writing records, changing chunks, what happens
 * when there is no room, and releasing it.
 */
#include <errno.h>
#include <string.h>

#include "ring.h"
#include "ring/collect.h"
#include "support.h"

static struct pxt_view ring;
static struct pxt_segment *segment;
static struct pxt_writer writer;
static unsigned in_hand;		/* chunks in no queue and no lane at the end */

static void begin(size_t stream_size, int policy)
{
	ring_create(&ring, stream_size, 512, policy);
	segment = ring.segment;
	ring_claim(&writer, &ring);
}

static void setup(void)
{
	support_begin();
	in_hand = 0;
	begin(1, POSIX_TRACE_UNTIL_FULL);
	ck_assert_uint_eq(ring.chunk_size, PXT_CHUNK_SIZE_MIN);
	ck_assert_uint_eq(ring.n_full, 2);
}

static void teardown(void)
{
	ring_check(&ring, in_hand);
	ring_destroy(&ring);
	support_check_leaks();
}

static void restart(size_t stream_size, int policy)
{
	ring_destroy(&ring);
	begin(stream_size, policy);
}

static uint64_t tail(void)
{
	return pxt_load_relaxed(&writer.lane->tail);
}

static const struct pxt_chunk_header *header_of(uint64_t of)
{
	ck_assert_uint_lt(pxt_tail_chunk(of), ring.n_chunks);
	return pxt_chunk(&ring, pxt_tail_chunk(of));
}

static uint32_t n_full(void)
{
	return pxt_queue_length(&segment->full);
}

START_TEST(claimed_lane_is_its_owners_and_empty)
{
	struct pxt_writer_identity id = ring_identity();
	struct pxt_writer other;

	id.space = 77;
	ck_assert_int_eq(pxt_writer_claim(&other, &ring, &id), 0);
	ck_assert_ptr_ne(other.lane, writer.lane);
	ck_assert_ptr_eq(other.lane, &ring.lanes[other.lane_index]);
	ck_assert_uint_eq(pxt_load_relaxed(&other.lane->owner),
			  (uint64_t)(uint32_t)id.pid << 32 |
			  (uint32_t)id.tid);
	ck_assert_uint_eq(pxt_load_relaxed(&other.lane->space), 77);
	ck_assert_uint_eq(pxt_load_relaxed(&other.lane->tail), 0);
	ck_assert_uint_eq(pxt_load_relaxed(&segment->threads), 2);
	ck_assert_uint_gt(pxt_load_relaxed(&segment->lane_end),
			  other.lane_index);
}
END_TEST

START_TEST(every_lane_can_be_claimed_and_then_none)
{
	static struct pxt_writer writers[PXT_LANES];
	struct pxt_writer_identity id = ring_identity();
	uint32_t given;

	/* The fixture has claimed one lane. */
	for (unsigned i = 1; i < PXT_LANES; i++)
		ring_claim(&writers[i], &ring);
	ck_assert_int_eq(pxt_writer_claim(&writers[0], &ring, &id), EAGAIN);
	ck_assert_uint_eq(pxt_load_relaxed(&segment->lane_end), PXT_LANES);
	for (unsigned i = 1; i < PXT_LANES; i++)
		for (unsigned j = 1; j < i; j += 97)
			ck_assert_ptr_ne(writers[i].lane, writers[j].lane);

	/* A released lane is found, wherever it is. */
	given = writers[1234].lane_index;
	pxt_writer_exit(&writers[1234]);
	ck_assert_int_eq(pxt_writer_claim(&writers[0], &ring, &id), 0);
	ck_assert_uint_eq(writers[0].lane_index, given);
	ck_assert_int_eq(pxt_writer_claim(&writers[1], &ring, &id), EAGAIN);
}
END_TEST

START_TEST(record_is_there_only_when_it_is_committed)
{
	struct pxt_writer_identity id = ring_identity();
	uint32_t size = (uint32_t)pxt_record_size(5);

	ck_assert_int_eq(ring_begin(&writer, &id, 10, PXT_ID_USER, "12345", 5),
			 0);
	ck_assert(tail() & PXT_LANE_BUSY);
	ck_assert_uint_eq(pxt_tail_bytes(tail()), 0);
	pxt_writer_commit(&writer, size, 10);
	ck_assert(!(tail() & PXT_LANE_BUSY));
	ck_assert_uint_eq(pxt_tail_bytes(tail()), size);

	ck_assert_int_eq(ring_begin(&writer, &id, 11, PXT_ID_USER, "", 0), 0);
	ck_assert(tail() & PXT_LANE_BUSY);
	ck_assert_uint_eq(pxt_tail_bytes(tail()), size);
	pxt_writer_discard(&writer);
	ck_assert(!(tail() & PXT_LANE_BUSY));
	ck_assert_uint_eq(pxt_tail_bytes(tail()), size);
}
END_TEST

START_TEST(open_chunk_says_whose_it_is)
{
	struct pxt_writer_identity id = ring_identity();
	const struct pxt_chunk_header *header;

	id.kind = PXT_KIND_CONTROL;
	ck_assert_int_eq(ring_begin(&writer, &id, 10, PXT_ID_USER, "", 0), 0);
	pxt_writer_commit(&writer, PXT_HEAD_SIZE, 10);
	header = header_of(tail());
	ck_assert(pxt_chunk_header_is_valid(header, ring.chunk_size));
	ck_assert_int_eq(header->pid, id.pid);
	ck_assert_int_eq(header->tid, id.tid);
	ck_assert_uint_eq(header->thread, id.thread);
	ck_assert_uint_eq(header->kind, PXT_KIND_CONTROL);
	ck_assert_uint_eq(header->lane, writer.lane_index);
	ck_assert_uint_eq(header->base, 10);
	ck_assert_str_eq(header->comm, "writer");
}
END_TEST

START_TEST(chunk_is_closed_when_the_next_record_does_not_fit)
{
	const struct pxt_chunk_header *header;
	uint64_t full;

	ring_put_many(&writer, 100, RING_CHUNKFUL);
	full = tail();
	ck_assert_uint_eq(pxt_tail_bytes(full), RING_ROOM);
	ck_assert_uint_eq(n_full(), 0);
	ring_put_many(&writer, 1000, 1);
	ck_assert_uint_eq(n_full(), 1);
	ck_assert_uint_ne(pxt_tail_chunk(tail()), pxt_tail_chunk(full));
	ck_assert_uint_eq(pxt_tail_bytes(tail()), PXT_HEAD_SIZE);
	ck_assert_uint_eq(pxt_load_relaxed(&segment->peak), 1);

	header = header_of(full);
	ck_assert_uint_eq(header->used, RING_ROOM);
	ck_assert_uint_eq(header->count, RING_CHUNKFUL);
	ck_assert_uint_eq(header->base, 100);
	ck_assert_uint_eq(header->last, 100 + RING_CHUNKFUL - 1);
	ck_assert_uint_eq(header_of(tail())->base, 1000);
}
END_TEST

/* The high bits of a time are only in the chunk's header. */
START_TEST(chunk_takes_no_record_beyond_its_span_of_time)
{
	const uint64_t half = PXT_CHUNK_SPAN / 2;

	ring_put_many(&writer, 5, 1);
	ring_put_many(&writer, 5 + half - 1, 1);
	/* So little later that the span is not checked. */
	ring_put_many(&writer, 5 + half, 1);
	ck_assert_uint_eq(n_full(), 0);
	ring_put_many(&writer, 5 + half + PXT_CLOCK_SLACK, 1);
	ck_assert_uint_eq(n_full(), 1);
	ck_assert_uint_eq(header_of(tail())->base, 5 + half + PXT_CLOCK_SLACK);
}
END_TEST

START_TEST(full_stream_refuses_what_does_not_fit_any_more)
{
	static const char data[512];

	/* There is room for one more small record. */
	ring_put_many(&writer, 1, 3 * RING_CHUNKFUL - 1);
	ck_assert_uint_eq(n_full(), 2);
	ck_assert_int_eq(ring_put(&writer, 999, PXT_ID_USER, data, 512),
			 ENOSPC);
	ck_assert(!(tail() & PXT_LANE_BUSY));
	ck_assert_uint_eq(pxt_tail_bytes(tail()), RING_ROOM - PXT_HEAD_SIZE);
	ck_assert_int_eq(ring_put(&writer, 999, PXT_ID_USER, NULL, 0), 0);
	ck_assert_int_eq(ring_put(&writer, 999, PXT_ID_USER, NULL, 0), ENOSPC);
	ck_assert_uint_eq(n_full(), 2);
}
END_TEST

/* A thread without events uses no room of the stream (ASIZE-6).  With more threads
 * than an eighth of the chunks each has a part of its own only (room.h). */
START_TEST(full_stream_takes_a_chunk_of_each_further_thread)
{
	struct pxt_writer other;

	restart(65536, POSIX_TRACE_UNTIL_FULL);
	ring_put_many(&writer, 1, (ring.n_full + 1) * RING_CHUNKFUL);
	ring_claim(&other, &ring);
	ring_put_many(&other, 1, RING_CHUNKFUL);
	ck_assert_int_eq(ring_put(&other, 999, PXT_ID_USER, NULL, 0), ENOSPC);
}
END_TEST

/* INV-4: the STOP event of a full stream has room of its own. */
START_TEST(controller_has_room_in_a_full_stream)
{
	struct pxt_writer_identity id = ring_identity();
	struct pxt_writer control;
	unsigned n = 0;

	ring_put_many(&writer, 1, 3 * RING_CHUNKFUL);
	id.kind = PXT_KIND_CONTROL;
	ck_assert_int_eq(pxt_writer_claim(&control, &ring, &id), 0);
	while (ring_begin(&control, &id, 1000 + n, PXT_ID_USER, NULL, 0) == 0) {
		pxt_writer_commit(&control, PXT_HEAD_SIZE, 1000 + n);
		n++;
	}
	pxt_writer_discard(&control);
	ck_assert_uint_eq(n, (8 + 1) * RING_CHUNKFUL);
	ck_assert_uint_eq(n_full(), 2 + 8);
}
END_TEST

START_TEST(loop_stream_never_refuses)
{
	restart(1, POSIX_TRACE_LOOP);
	ring_put_many(&writer, 1, 50 * RING_CHUNKFUL);
	/* The lane has the open chunk and one full chunk.  When the open one is
	 * full, the older one can be overwritten. */
	ck_assert_uint_eq(n_full(), 1);
	ck_assert_uint_eq(pxt_load_relaxed(&segment->lost),
			  (50 - 2) * RING_CHUNKFUL);
}
END_TEST

START_TEST(if_there_is_no_chunk_the_lane_shows_none)
{
	pxt_store_relaxed(&segment->fresh, ring.n_chunks);
	ck_assert_int_eq(ring_put(&writer, 1, PXT_ID_USER, NULL, 0), ENOSPC);
	ck_assert_uint_eq(pxt_tail_chunk(tail()), UINT32_MAX);
	in_hand = ring.n_chunks;
}
END_TEST

START_TEST(if_there_is_no_further_chunk_the_full_one_is_queued)
{
	struct pxt_piece piece;

	ring_put_many(&writer, 1, RING_CHUNKFUL);
	pxt_store_relaxed(&segment->fresh, ring.n_chunks);
	ck_assert_int_eq(ring_put(&writer, 999, PXT_ID_USER, NULL, 0), ENOSPC);
	ck_assert_uint_eq(pxt_tail_chunk(tail()), UINT32_MAX);
	ck_assert(pxt_collect_full(&ring, 0, &piece));
	ck_assert_uint_eq(piece.header.count, RING_CHUNKFUL);
	/* A chunk that was freed is used at once. */
	ck_assert(pxt_collect_skip(&ring, &piece));
	ck_assert_uint_eq(pxt_collect_free(&ring), 1);
	ck_assert_int_eq(ring_put(&writer, 999, PXT_ID_USER, NULL, 0), 0);
	in_hand = ring.n_chunks - 1;
}
END_TEST

/* Only the first chunks have memory from the creation on. */
START_TEST(chunk_grows_by_what_its_records_need)
{
	size_t used = 0;

	restart(1 << 20, POSIX_TRACE_UNTIL_FULL);
	ck_assert_uint_gt(ring.chunk_size, 2 * PXT_CHUNK_SIZE_MIN);
	pxt_store_relaxed(&segment->fresh, ring.n_backed);
	for (uint64_t ticks = 1; n_full() == 0; ticks++) {
		size_t claimed;

		ring_put_many(&writer, ticks, 1);
		if (n_full())
			break;
		used += PXT_HEAD_SIZE;
		claimed = (size_t)(writer.end -
				   (const unsigned char *)header_of(tail()));
		ck_assert_uint_ge(claimed, PXT_CHUNK_HEADER_SIZE + used);
		ck_assert_uint_le(claimed, 2 * (PXT_CHUNK_SIZE_MIN + used));
		ck_assert_uint_le(claimed, ring.chunk_size);
	}
	ck_assert_uint_eq(used, ring.chunk_size - PXT_CHUNK_HEADER_SIZE);
	in_hand = ring.n_backed;
}
END_TEST

static void fill(unsigned char *bytes, uint64_t n, size_t len)
{
	for (size_t i = 0; i < len; i++)
		bytes[i] = (unsigned char)(n * 31 + i * 7 + 1);
}

/* Records of any size, in many chunks, are complete and in order. */
START_TEST(what_was_put_is_what_is_there)
{
	uint64_t seed = (uint64_t)_i, sizes, n = 0;
	unsigned char bytes[PXT_CHUNK_SIZE_MIN], data[512];
	struct pxt_event event;
	struct pxt_cursor cursor;
	struct pxt_piece piece;
	uint32_t seq, end;

	restart(32 << 10, POSIX_TRACE_UNTIL_FULL);
	for (;; n++) {
		size_t len = support_random_below(&seed, sizeof(data) + 1);

		fill(data, n, len);
		if (ring_put(&writer, n, PXT_ID_USER + (unsigned)(n % 100),
			     data, len) != 0)
			break;
	}
	ck_assert_uint_gt(n, 8 * RING_ROOM / sizeof(data));
	pxt_writer_exit(&writer);

	sizes = (uint64_t)_i;
	n = 0;
	pxt_collect_sequences(&ring, &seq, &end);
	ck_assert_uint_eq(end - seq, ring.n_full);
	for (; seq != end + 1; seq++) {
		if (seq == end)
			ck_assert(pxt_collect_open(&ring, 0, &piece));
		else
			ck_assert(pxt_collect_full(&ring, seq, &piece));
		ck_assert(pxt_collect_copy(&ring, &piece, bytes));
		pxt_cursor_init(&cursor, &piece.header,
				bytes + PXT_CHUNK_HEADER_SIZE, piece.to);
		for (; pxt_cursor_next(&cursor, &event); n++) {
			size_t len = support_random_below(&sizes,
							  sizeof(data) + 1);
			unsigned char expected[sizeof(data)];

			fill(expected, n, len);
			ck_assert_uint_eq(event.ticks, n);
			ck_assert_uint_eq(event.id, PXT_ID_USER + n % 100);
			ck_assert_uint_eq(event.len, len);
			ck_assert_mem_eq(event.data, expected, len);
		}
		ck_assert_ptr_eq(cursor.pos, cursor.end);
	}
	/* The last one was refused. */
	support_random_below(&sizes, sizeof(data) + 1);
	ck_assert_uint_eq(sizes, seed);
}
END_TEST

START_TEST(data_of_any_length_is_copied_with_zeroes_up_to_8)
{
	unsigned char from[256], to[256], expected[256];

	fill(from, 1, sizeof(from));
	for (size_t len = 0; len < 200; len++) {
		memset(expected, 0xee, sizeof(expected));
		memset(expected, 0, (len + 7) & ~(size_t)7);
		memcpy(expected, from, len);
		memset(to, 0xee, sizeof(to));
		pxt_copy_data(to, from, len);
		ck_assert_mem_eq(to, expected, sizeof(to));
	}
}
END_TEST

START_TEST(thread_without_events_leaves_nothing_behind)
{
	struct pxt_lane *lane = writer.lane;

	pxt_writer_exit(&writer);
	ck_assert_uint_eq(pxt_load_relaxed(&lane->owner), 0);
	ck_assert_ptr_null(writer.lane);

	/* Neither does a thread that leased a chunk and then recorded
	 * nothing. */
	ring_claim(&writer, &ring);
	lane = writer.lane;
	pxt_writer_reserve(&writer, false);
	ck_assert_int_eq(pxt_writer_make_room(&writer, PXT_HEAD_SIZE, 1,
					      &(struct pxt_writer_identity){
						      .kind = PXT_KIND_EVENTS,
					      }), 0);
	pxt_writer_discard(&writer);
	pxt_writer_exit(&writer);
	ck_assert_uint_eq(pxt_load_relaxed(&lane->owner), 0);
	ck_assert_uint_eq(pxt_load_relaxed(&lane->tail), 0);
	ck_assert_uint_eq(pxt_queue_length(&segment->free), 1);
	ck_assert_uint_eq(pxt_load_relaxed(&segment->exited), 0);
}
END_TEST

START_TEST(lane_of_a_thread_that_ended_stays_until_it_was_read)
{
	uint32_t index = writer.lane_index;
	struct pxt_lane *lane = writer.lane;
	struct pxt_piece piece;

	ring_put_many(&writer, 1, 3);
	pxt_writer_exit(&writer);
	ck_assert_uint_ne(pxt_load_relaxed(&lane->owner), 0);
	ck_assert_uint_eq(pxt_load_relaxed(&lane->exited), 1);
	ck_assert_uint_eq(pxt_load_relaxed(&segment->exited), 1);
	pxt_collect_lane(&ring, index);
	ck_assert_uint_ne(pxt_load_relaxed(&lane->owner), 0);

	ck_assert(pxt_collect_open(&ring, index, &piece));
	ck_assert_uint_eq(piece.to, 3 * PXT_HEAD_SIZE);
	ck_assert(pxt_collect_skip(&ring, &piece));
	pxt_collect_lane(&ring, index);
	ck_assert_uint_eq(pxt_load_relaxed(&lane->owner), 0);
	ck_assert_uint_eq(pxt_load_relaxed(&lane->tail), 0);
	ck_assert_uint_eq(pxt_load_relaxed(&segment->exited), 0);
	ck_assert_uint_eq(pxt_queue_length(&segment->free), 1);
	/* The lane can be claimed. */
	ring_claim(&writer, &ring);
	ck_assert_uint_eq(writer.lane_index, index);
}
END_TEST

static uint64_t run_word(uint64_t generation, enum pxt_run_state state)
{
	return generation << PXT_RUN_BITS | state;
}

START_TEST(losses_of_a_lane_are_counted_and_the_first_one_is_known)
{
	struct pxt_lane *lane = writer.lane;

	pxt_writer_lose(&writer, run_word(1, PXT_RUN_FULL), 100);
	pxt_writer_lose(&writer, run_word(1, PXT_RUN_FULL), 200);
	ck_assert_uint_eq(pxt_load_relaxed(&lane->lost), 2);
	ck_assert_uint_eq(pxt_load_relaxed(&lane->lost_first), 100);
	/* The stream is full again, after it ran again. */
	pxt_writer_lose(&writer, run_word(3, PXT_RUN_FULL), 300);
	ck_assert_uint_eq(pxt_load_relaxed(&lane->lost), 3);
	ck_assert_uint_eq(pxt_load_relaxed(&lane->lost_first), 300);
	/* The next owner of the lane continues its count. */
	pxt_writer_exit(&writer);
	ring_claim(&writer, &ring);
	while (writer.lane != lane)
		ring_claim(&writer, &ring);
	pxt_writer_lose(&writer, run_word(3, PXT_RUN_FULL), 400);
	ck_assert_uint_eq(pxt_load_relaxed(&lane->lost), 4);
}
END_TEST

/* Losses: one for lack of room before the stream was full, one in the full
 * stream, and one after the controller has noticed that. */
START_TEST(first_loss_stays_the_first_until_the_stream_runs_again)
{
	struct pxt_lane *lane = writer.lane;

	pxt_writer_lose(&writer, run_word(1, PXT_RUN_RUNNING), 100);
	pxt_writer_lose(&writer, run_word(1, PXT_RUN_FULL), 200);
	pxt_writer_lose(&writer, run_word(2, PXT_RUN_FULL), 300);
	pxt_writer_lose(&writer, run_word(2, PXT_RUN_FULL), 400);
	ck_assert_uint_eq(pxt_load_relaxed(&lane->lost), 4);
	ck_assert_uint_eq(pxt_load_relaxed(&lane->lost_first), 100);
	pxt_writer_lose(&writer, run_word(3, PXT_RUN_RUNNING), 500);
	pxt_writer_lose(&writer, run_word(3, PXT_RUN_FULL), 600);
	ck_assert_uint_eq(pxt_load_relaxed(&lane->lost), 6);
	ck_assert_uint_eq(pxt_load_relaxed(&lane->lost_first), 500);
}
END_TEST

START_TEST(events_of_threads_without_a_lane_are_counted)
{
	pxt_segment_drop(segment, 50);
	pxt_segment_drop(segment, 60);
	ck_assert_uint_eq(pxt_load_relaxed(&segment->dropped), 2);
	ck_assert_uint_eq(pxt_load_relaxed(&segment->dropped_first), 50);
}
END_TEST

START_TEST(running_becomes_full_only_in_its_own_generation)
{
	const uint64_t run = 5 << PXT_RUN_BITS | PXT_RUN_RUNNING;
	const uint64_t others[] = {
		6 << PXT_RUN_BITS | PXT_RUN_RUNNING,
		5 << PXT_RUN_BITS | PXT_RUN_STOPPED,
		5 << PXT_RUN_BITS | PXT_RUN_DEAD,
	};

	for (unsigned i = 0; i < 3; i++) {
		pxt_store_relaxed(&segment->run, others[i]);
		pxt_segment_set_full(segment, run);
		ck_assert_uint_eq(pxt_load_relaxed(&segment->run), others[i]);
	}
	pxt_store_relaxed(&segment->run, run);
	pxt_store_relaxed(&segment->flusher, 1);
	pxt_segment_set_full(segment, run);
	ck_assert_uint_eq(pxt_load_relaxed(&segment->run),
			  5 << PXT_RUN_BITS | PXT_RUN_FULL);
	ck_assert_uint_eq(pxt_load_relaxed(&segment->flusher), 0);
	ck_assert_uint_eq(pxt_load_relaxed(&segment->wake), 1);
}
END_TEST

START_TEST(sleeper_is_woken_once)
{
	pxt_segment_wake(segment, &segment->waiters);
	ck_assert_uint_eq(pxt_load_relaxed(&segment->wake), 0);
	pxt_store_relaxed(&segment->waiters, 1);
	pxt_segment_wake(segment, &segment->waiters);
	ck_assert_uint_eq(pxt_load_relaxed(&segment->wake), 1);
	ck_assert_uint_eq(pxt_load_relaxed(&segment->waiters), 0);
	pxt_segment_wake(segment, &segment->waiters);
	ck_assert_uint_eq(pxt_load_relaxed(&segment->wake), 1);
}
END_TEST

START_TEST(flusher_is_woken_at_its_mark)
{
	pxt_store_relaxed(&segment->flusher, 1);
	pxt_store_relaxed(&segment->flush_mark, 2);
	ring_put_many(&writer, 1, RING_CHUNKFUL + 1);
	ck_assert_uint_eq(n_full(), 1);
	ck_assert_uint_eq(pxt_load_relaxed(&segment->flusher), 1);
	ring_put_many(&writer, 1000, RING_CHUNKFUL);
	ck_assert_uint_eq(n_full(), 2);
	ck_assert_uint_eq(pxt_load_relaxed(&segment->flusher), 0);
	ck_assert_uint_eq(pxt_load_relaxed(&segment->wake), 1);
}
END_TEST

static void add_ends(TCase *tc)
{
	tcase_add_test(tc, thread_without_events_leaves_nothing_behind);
	tcase_add_test(tc,
		       lane_of_a_thread_that_ended_stays_until_it_was_read);
	tcase_add_test(tc,
		losses_of_a_lane_are_counted_and_the_first_one_is_known);
	tcase_add_test(tc,
		first_loss_stays_the_first_until_the_stream_runs_again);
	tcase_add_test(tc, events_of_threads_without_a_lane_are_counted);
	tcase_add_test(tc, running_becomes_full_only_in_its_own_generation);
	tcase_add_test(tc, sleeper_is_woken_once);
	tcase_add_test(tc, flusher_is_woken_at_its_mark);
}

int main(void)
{
	Suite *suite = suite_create("lane");
	TCase *tc = tcase_create("lane");

	suite_add_tcase(suite, tc);
	tcase_add_checked_fixture(tc, setup, teardown);
	tcase_add_test(tc, claimed_lane_is_its_owners_and_empty);
	tcase_add_test(tc, every_lane_can_be_claimed_and_then_none);
	tcase_add_test(tc, record_is_there_only_when_it_is_committed);
	tcase_add_test(tc, open_chunk_says_whose_it_is);
	tcase_add_test(tc, chunk_is_closed_when_the_next_record_does_not_fit);
	tcase_add_test(tc, chunk_takes_no_record_beyond_its_span_of_time);
	tcase_add_test(tc, full_stream_refuses_what_does_not_fit_any_more);
	tcase_add_test(tc, full_stream_takes_a_chunk_of_each_further_thread);
	tcase_add_test(tc, controller_has_room_in_a_full_stream);
	tcase_add_test(tc, loop_stream_never_refuses);
	tcase_add_test(tc, if_there_is_no_chunk_the_lane_shows_none);
	tcase_add_test(tc,
		       if_there_is_no_further_chunk_the_full_one_is_queued);
	tcase_add_test(tc, chunk_grows_by_what_its_records_need);
	tcase_add_loop_test(tc, what_was_put_is_what_is_there, 0, 8);
	tcase_add_test(tc, data_of_any_length_is_copied_with_zeroes_up_to_8);
	add_ends(tc);
	return support_run(suite);
}
