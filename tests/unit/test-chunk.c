/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * The states of a chunk: leased, full, read, freed, or overwritten by a LOOP
 * writer; which party owns it when, and that every unread event is counted.
 */
#include <errno.h>
#include <string.h>
#include <sys/mman.h>

#include "ring.h"
#include "ring/chunk.h"
#include "ring/collect.h"
#include "support.h"

static struct pxt_view ring;
static struct pxt_segment *segment;
static struct pxt_writer writer;
static unsigned in_hand;		/* chunks in no queue and no lane at the end */

static void begin(size_t stream_size, int policy)
{
	ring_create(&ring, stream_size, 64, policy);
	segment = ring.segment;
	ring_claim(&writer, &ring);
}

static void setup(void)
{
	support_begin();
	in_hand = 0;
	begin(1, POSIX_TRACE_LOOP);
	ck_assert_uint_eq(ring.chunk_size, PXT_CHUNK_SIZE_MIN);
	ck_assert_uint_eq(ring.n_full, 2);
}

static void teardown(void)
{
	ring_check(&ring, in_hand);
	ring_destroy(&ring);
	support_check_leaks();
}

/* Replace the stream by a new one. */
static void restart(size_t stream_size, int policy)
{
	ring_destroy(&ring);
	begin(stream_size, policy);
}

/* With a lane number that no other move uses. */
static struct pxt_move move = { .lane = 77 };

static uint32_t lease(void)
{
	uint32_t chunk = UINT32_MAX;

	ck_assert_int_eq(pxt_chunk_lease(&ring, &move, &chunk), 0);
	move.chunk = 0;
	ck_assert_uint_lt(chunk, ring.n_chunks);
	return chunk;
}

static uint32_t lease_of(uint32_t chunk)
{
	return pxt_state_lease(pxt_load_relaxed(&ring.states[chunk]));
}

static uint32_t read_of(uint32_t chunk)
{
	return pxt_state_read(pxt_load_relaxed(&ring.states[chunk]));
}

/* Check the number of events counted as overwritten, and the times of the first
 * and the last. */
static void check_lost(uint64_t n, uint64_t first, uint64_t last)
{
	ck_assert_uint_eq(pxt_load_relaxed(&segment->lost), n);
	ck_assert_uint_eq(pxt_load_relaxed(&segment->lost_first), first);
	ck_assert_uint_eq(pxt_load_relaxed(&segment->horizon), last);
}

START_TEST(lease_gives_an_empty_chunk_with_its_number)
{
	uint32_t chunk = lease();
	struct pxt_chunk_header expected = {
		.magic = PXT_CHUNK_MAGIC,
		.lease = 1,
	};

	ck_assert_mem_eq(pxt_chunk(&ring, chunk), &expected, sizeof(expected));
	ck_assert_uint_eq(pxt_load_relaxed(&ring.states[chunk]),
			  pxt_state(1, 0));
	in_hand = 1;
}
END_TEST

START_TEST(chunk_that_was_freed_is_leased_again_under_another_number)
{
	uint32_t chunk = lease();

	for (uint32_t n = 1; n < 10; n++) {
		ck_assert_uint_eq(lease_of(chunk), n);
		ck_assert_uint_eq(pxt_chunk(&ring, chunk)->lease, n);
		memset(pxt_chunk(&ring, chunk), 0xee, PXT_CHUNK_HEADER_SIZE);
		pxt_store_relaxed(&ring.states[chunk],
				  pxt_state(n, 40) | PXT_CHUNK_FULL);
		pxt_chunk_free(&ring, chunk);
		ck_assert_uint_eq(lease(), chunk);
		ck_assert_uint_eq(pxt_load_relaxed(&ring.states[chunk]),
				  pxt_state(n + 1, 0));
	}
	in_hand = 1;
}
END_TEST

START_TEST(every_chunk_can_be_leased_and_then_none)
{
	uint32_t chunk;

	restart(1, POSIX_TRACE_UNTIL_FULL);
	for (uint32_t n = 0; n < ring.n_chunks; n++)
		ck_assert_uint_eq(lease(), n);
	ck_assert_int_eq(pxt_chunk_lease(&ring, &move, &chunk), ENOSPC);
	pxt_chunk_free(&ring, 17);
	ck_assert_uint_eq(lease(), 17);
	ck_assert_int_eq(pxt_chunk_lease(&ring, &move, &chunk), ENOSPC);
	in_hand = ring.n_chunks;
}
END_TEST

/*
 * Fill and close `n` chunks, as if the stream had room for more.  Times
 * increase by 1 from `ticks` on.
 */
static void close_more(uint64_t ticks, unsigned n)
{
	uint32_t n_full = ring.n_full;

	ring.n_full = UINT32_MAX;
	ring_put_many(&writer, ticks, n * RING_CHUNKFUL + 1);
	ring.n_full = n_full;
}

/* Close as many chunks that the next lease overwrites one. */
static void close_chunks(void)
{
	close_more(1, 2);
	ck_assert_uint_eq(pxt_queue_length(&segment->full), 2);
}

START_TEST(full_loop_overwrites_its_oldest_chunk)
{
	uint32_t oldest = UINT32_MAX;

	close_chunks();
	ck_assert(pxt_queue_peek(&segment->full, &ring.full, 0, &oldest));
	check_lost(0, 0, 0);
	ck_assert_uint_eq(pxt_load_relaxed(&segment->wrapped), 0);
	ck_assert_uint_eq(lease(), oldest);
	ck_assert_uint_eq(lease_of(oldest), 2);
	ck_assert_uint_eq(pxt_load_relaxed(&segment->wrapped), 1);
	check_lost(RING_CHUNKFUL, 1, RING_CHUNKFUL);
	in_hand = 1;
}
END_TEST

START_TEST(chunks_overwritten_one_after_the_other_add_up)
{
	close_chunks();
	close_more(1000, 1);
	lease();
	lease();
	check_lost(2 * RING_CHUNKFUL, 1, 2 * RING_CHUNKFUL);
	/* The reader resets the first loss; then a third chunk is overwritten.
	 * Its first record is the one that closed the second. */
	pxt_store_relaxed(&segment->lost_first, 0);
	close_more(2000, 1);
	lease();
	check_lost(3 * RING_CHUNKFUL, 2 * RING_CHUNKFUL + 1,
		   1000 + RING_CHUNKFUL - 2);
	in_hand = 3;
}
END_TEST

START_TEST(events_that_were_read_are_not_lost)
{
	struct pxt_piece piece;

	close_chunks();
	ck_assert(pxt_collect_full(&ring, 0, &piece));
	ck_assert(pxt_collect_skip(&ring, &piece));
	lease();
	check_lost(0, 0, 0);
	in_hand = 1;
}
END_TEST

static bool pin(uint32_t chunk, uint32_t lease)
{
	uint32_t read = UINT32_MAX, was = read_of(chunk);

	if (!pxt_chunk_pin(&ring, chunk, lease, &read))
		return false;
	ck_assert_uint_eq(read, was);
	return true;
}

/* Unpin a chunk that is under its first lease. */
static void unpin(uint32_t chunk, uint32_t read)
{
	ck_assert(pxt_chunk_unpin(&ring, chunk, 1, read));
}

/* _i records of the chunk were read; the rest are lost. */
START_TEST(unread_rest_of_an_overwritten_chunk_is_lost)
{
	struct pxt_piece piece;

	close_chunks();
	ck_assert(pxt_collect_full(&ring, 0, &piece));
	piece.to = (uint32_t)_i * PXT_HEAD_SIZE;
	ck_assert(pxt_collect_skip(&ring, &piece));
	ck_assert_uint_eq(read_of(piece.chunk), (uint32_t)_i * PXT_HEAD_SIZE);
	lease();
	check_lost(RING_CHUNKFUL - (uint64_t)_i, 1 + (uint64_t)_i,
		   RING_CHUNKFUL);
	in_hand = 1;
}
END_TEST

/* Wrong values in the header of a chunk that is overwritten; _i selects one. */
START_TEST(damaged_chunk_is_overwritten_all_the_same)
{
	struct pxt_chunk_header *header;
	uint32_t oldest = UINT32_MAX;

	close_chunks();
	ck_assert(pxt_queue_peek(&segment->full, &ring.full, 0, &oldest));
	header = pxt_chunk(&ring, oldest);
	switch (_i) {
	case 0:
		header->used = UINT32_MAX;
		break;
	case 1:
		header->used = ring.chunk_size;
		break;
	case 2:
		memset(header + 1, 0xff, RING_ROOM);
		break;
	case 3:
		pxt_store_relaxed(&ring.states[oldest],
				  pxt_state(1, 0xffffff) | PXT_CHUNK_FULL);
		break;
	case 4:
		memset(header, 0xff, sizeof(*header));
		break;
	}
	ck_assert_uint_eq(lease(), oldest);
	ck_assert_uint_eq(pxt_chunk(&ring, oldest)->lease, 2);
	check_lost(0, 0, 0);
	in_hand = 1;
}
END_TEST

START_TEST(chunk_is_pinned_only_under_its_lease)
{
	uint32_t chunk = lease();

	ck_assert(!pin(chunk, 0));
	ck_assert(!pin(chunk, 2));
	ck_assert(pin(chunk, 1));
	ck_assert_uint_eq(pxt_load_relaxed(&ring.states[chunk]),
			  pxt_state(1, 0) | PXT_CHUNK_PINNED);
	unpin(chunk, 48);
	ck_assert_uint_eq(pxt_load_relaxed(&ring.states[chunk]),
			  pxt_state(1, 48));
	in_hand = 1;
}
END_TEST

/*
 * A lane's tail names a chunk that was read and freed, because its writer
 * stopped before it stored the next tail.  The reader pins the chunk while
 * another writer leases it.  The records of that writer count as unread.
 */
START_TEST(chunk_leased_while_it_is_pinned_counts_as_unread)
{
	uint32_t chunk = lease();

	ck_assert(pin(chunk, 1));
	pxt_chunk_free(&ring, chunk);
	ck_assert_uint_eq(lease(), chunk);
	ck_assert(!pxt_chunk_unpin(&ring, chunk, 1, 48));
	ck_assert_uint_eq(pxt_load_relaxed(&ring.states[chunk]),
			  pxt_state(2, 0));
	/* It is not freed under the old lease either if it is pinned again. */
	ck_assert(pin(chunk, 2));
	ck_assert(!pxt_chunk_unpin(&ring, chunk, 1, 48));
	ck_assert_uint_eq(pxt_load_relaxed(&ring.states[chunk]),
			  pxt_state(2, 0) | PXT_CHUNK_PINNED);
	in_hand = 1;
}
END_TEST

START_TEST(chunk_closed_while_pinned_stays_closed)
{
	uint32_t chunk = lease();

	ck_assert(pin(chunk, 1));
	pxt_chunk_close(&ring, chunk);
	unpin(chunk, 16);
	ck_assert_uint_eq(pxt_load_relaxed(&ring.states[chunk]),
			  pxt_state(1, 16) | PXT_CHUNK_FULL);
	in_hand = 1;
}
END_TEST

START_TEST(pinned_chunk_is_left_to_the_reader_who_frees_it)
{
	uint32_t oldest = UINT32_MAX, got, again;

	close_chunks();
	ck_assert(pxt_queue_peek(&segment->full, &ring.full, 0, &oldest));
	ck_assert(pin(oldest, 1));
	got = lease();
	ck_assert_uint_ne(got, oldest);
	ck_assert_uint_eq(pxt_queue_length(&segment->free), 0);
	ck_assert(pxt_load_relaxed(&ring.states[oldest]) & PXT_CHUNK_ORPHAN);
	unpin(oldest, RING_ROOM);
	ck_assert_uint_eq(pxt_queue_length(&segment->free), 1);
	again = lease();
	ck_assert_uint_eq(again, oldest);
	/* The second chunk was overwritten instead. */
	check_lost(RING_CHUNKFUL, RING_CHUNKFUL + 1, 2 * RING_CHUNKFUL);
	in_hand = 2;
}
END_TEST

/* The reader has pinned the chunk, or has read _i records.  The rest is lost
 * once a writer has taken the chunk out of the queue. */
START_TEST(unread_rest_of_a_chunk_given_up_while_pinned_is_lost)
{
	uint64_t n = (uint64_t)_i;
	uint32_t oldest = UINT32_MAX;

	close_chunks();
	ck_assert(pxt_queue_peek(&segment->full, &ring.full, 0, &oldest));
	ck_assert(pin(oldest, 1));
	lease();
	unpin(oldest, (uint32_t)n * PXT_HEAD_SIZE);
	check_lost(2 * RING_CHUNKFUL - n, 1 + n, 2 * RING_CHUNKFUL);
	/* Events that were counted as lost cannot be read any more. */
	ck_assert(!pin(oldest, 1));
	in_hand = 1;
}
END_TEST

START_TEST(if_every_full_chunk_is_pinned_a_fresh_one_is_leased)
{
	uint32_t a = UINT32_MAX, b = UINT32_MAX, got;

	close_chunks();
	ck_assert(pxt_queue_peek(&segment->full, &ring.full, 0, &a));
	ck_assert(pxt_queue_peek(&segment->full, &ring.full, 1, &b));
	ck_assert(pin(a, 1));
	ck_assert(pin(b, 1));
	got = lease();
	ck_assert_uint_ne(got, a);
	ck_assert_uint_ne(got, b);
	unpin(a, RING_ROOM);
	unpin(b, RING_ROOM);
	ck_assert_uint_eq(pxt_queue_length(&segment->free), 2);
	in_hand = 1;
}
END_TEST

START_TEST(chunks_claimed_at_creation_may_be_used_whole)
{
	restart(1 << 20, POSIX_TRACE_UNTIL_FULL);
	ck_assert_uint_gt(ring.chunk_size, PXT_CHUNK_SIZE_MIN);
	ck_assert_uint_eq(pxt_chunk_back(&ring, 0, 1), ring.chunk_size);
	ck_assert_uint_eq(pxt_chunk_back(&ring, ring.n_backed - 1, 1),
			  ring.chunk_size);
}
END_TEST

START_TEST(other_chunks_are_claimed_as_they_are_needed)
{
	uint32_t chunk, size = PXT_CHUNK_SIZE_MIN;

	restart(1 << 20, POSIX_TRACE_UNTIL_FULL);
	chunk = ring.n_backed;
	ck_assert_uint_eq(pxt_chunk_back(&ring, chunk, size), size);
	ck_assert_uint_eq(pxt_chunk_back(&ring, chunk, 1), size);
	for (; size < ring.chunk_size; size *= 2)
		ck_assert_uint_eq(pxt_chunk_back(&ring, chunk, size + 1),
				  2 * size);
	ck_assert_uint_eq(size, ring.chunk_size);
	ck_assert_uint_eq(pxt_chunk_back(&ring, chunk, size + 1), size);
	memset(pxt_chunk(&ring, chunk), 1, size);
}
END_TEST

static bool is_resident(uint32_t chunk)
{
	unsigned char there = 0;

	ck_assert_int_eq(mincore(pxt_chunk(&ring, chunk), PXT_CHUNK_SIZE_MIN,
				 &there), 0);
	return there & 1;
}

/* Is what MADV_POPULATE_WRITE returns true?  qemu's user emulation does nothing and
 * returns 0. */
static bool populating_is_told(void)
{
	const size_t size = PXT_CHUNK_SIZE_MIN;
	unsigned char there = 0;
	void *p = mmap(NULL, size, PROT_READ | PROT_WRITE,
		       MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	bool done;

	ck_assert_ptr_ne(p, MAP_FAILED);
	done = madvise(p, size, 23 /* MADV_POPULATE_WRITE */) == 0;
	ck_assert_int_eq(mincore(p, size, &there), 0);
	munmap(p, size);
	return done == (there & 1);
}

/* Prepares the next unused chunk, and no other. */
START_TEST(first_page_of_a_chunk_can_be_prepared)
{
	uint32_t next = 0;

	restart(1 << 20, POSIX_TRACE_UNTIL_FULL);
	if (_i)
		next = ring.n_backed + 7;
	pxt_store_relaxed(&segment->fresh, next);
	ck_assert(!is_resident(next));
	pxt_chunk_prepare(&ring);
	/* Some kernels cannot do this; then the chunk is not prepared. */
	if (populating_is_told())
		ck_assert_int_eq(is_resident(next),
				 pxt_load_relaxed(&ring.backed[next]) == 1);
	ck_assert(!is_resident(next + 1));
	ck_assert_uint_eq(lease(), next);
	ck_assert(!is_resident(next + 1));
	pxt_chunk_prepare(&ring);
	if (populating_is_told())
		ck_assert_uint_eq(pxt_load_relaxed(&ring.backed[next + 1]),
				  is_resident(next + 1));
	in_hand = next + 1;
}
END_TEST

START_TEST(where_every_chunk_has_been_used_there_is_none_to_prepare)
{
	pxt_store_relaxed(&segment->fresh, ring.n_chunks);
	errno = 1234;
	pxt_chunk_prepare(&ring);
	pxt_store_relaxed(&segment->fresh, UINT32_MAX);
	pxt_chunk_prepare(&ring);
	ck_assert_int_eq(errno, 1234);
	pxt_store_relaxed(&segment->fresh, 0);
}
END_TEST

START_TEST(scribbled_word_of_claimed_pages_stays_within_the_chunk)
{
	uint32_t chunk;

	restart(1 << 20, POSIX_TRACE_UNTIL_FULL);
	chunk = ring.n_chunks - 1;
	pxt_store_relaxed(&ring.backed[chunk], UINT16_MAX);
	ck_assert_uint_eq(pxt_chunk_back(&ring, chunk, 1), ring.chunk_size);
	ck_assert_uint_eq(pxt_chunk_back(&ring, chunk, UINT32_MAX / 2),
			  ring.chunk_size);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("chunk");
	TCase *tc = tcase_create("chunk");

	suite_add_tcase(suite, tc);
	tcase_add_checked_fixture(tc, setup, teardown);
	tcase_add_test(tc, lease_gives_an_empty_chunk_with_its_number);
	tcase_add_test(tc,
		chunk_that_was_freed_is_leased_again_under_another_number);
	tcase_add_test(tc, every_chunk_can_be_leased_and_then_none);
	tcase_add_test(tc, full_loop_overwrites_its_oldest_chunk);
	tcase_add_test(tc, chunks_overwritten_one_after_the_other_add_up);
	tcase_add_test(tc, events_that_were_read_are_not_lost);
	tcase_add_loop_test(tc, unread_rest_of_an_overwritten_chunk_is_lost,
			    1, 6);
	tcase_add_loop_test(tc, damaged_chunk_is_overwritten_all_the_same, 0,
			    5);
	tcase_add_test(tc, chunk_is_pinned_only_under_its_lease);
	tcase_add_test(tc, chunk_leased_while_it_is_pinned_counts_as_unread);
	tcase_add_test(tc, chunk_closed_while_pinned_stays_closed);
	tcase_add_test(tc, pinned_chunk_is_left_to_the_reader_who_frees_it);
	tcase_add_loop_test(tc,
		unread_rest_of_a_chunk_given_up_while_pinned_is_lost, 0, 3);
	tcase_add_test(tc, if_every_full_chunk_is_pinned_a_fresh_one_is_leased);
	tcase_add_test(tc, chunks_claimed_at_creation_may_be_used_whole);
	tcase_add_test(tc, other_chunks_are_claimed_as_they_are_needed);
	tcase_add_loop_test(tc, first_page_of_a_chunk_can_be_prepared,
			    0, 2);
	tcase_add_test(tc,
		where_every_chunk_has_been_used_there_is_none_to_prepare);
	tcase_add_test(tc,
		       scribbled_word_of_claimed_pages_stays_within_the_chunk);
	return support_run(suite);
}
