/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * The queue of chunk numbers: entries come out once and in order, when sequence
 * numbers wrap, with concurrent users, and after a user that stopped in the
 * middle.  If the memory is overwritten, no call hangs or returns a number out
 * of range.
 */
#include <pthread.h>
#include <string.h>

#include "ring/queue.h"
#include "ring/valid.h"
#include "support.h"

enum { SIZE = 16, CHUNKS = 12 };

static struct pxt_queue queue;
static _Atomic uint64_t words[SIZE];
static const struct pxt_cells cells = { words, SIZE, CHUNKS };
static bool is_sane;			/* the test does not overwrite the queue */

/* The word of a cell before it gets its entry for this sequence number. */
static uint64_t word_of(uint32_t seq)
{
	return (uint64_t)(seq - seq % SIZE) << 32;
}

/* An empty queue whose next entry has the sequence number `first`. */
static void begin_at(uint32_t first)
{
	for (uint32_t i = 0; i < SIZE; i++)
		pxt_store_relaxed(&words[(first + i) % SIZE],
				  word_of(first + i));
	pxt_store_relaxed(&queue.head, first);
	pxt_store_relaxed(&queue.tail, first);
}

/* First sequence numbers of a test, some shortly before they wrap. */
static const uint32_t starts[] = {
	0, 5, UINT32_MAX, UINT32_MAX - 1, UINT32_MAX - 7, UINT32_MAX - SIZE,
	INT32_MAX, INT32_MAX - 3u,
};
enum { N_STARTS = sizeof(starts) / sizeof(*starts) };

static void setup(void)
{
	support_begin();
	memset(&queue, 0, sizeof(queue));
	memset((void *)words, 0, sizeof(words));
	is_sane = true;
}

/*
 * head <= tail <= head + size.  Between head and tail there are entries, or
 * gaps that were taken out of order; after the tail there is none.
 */
static void teardown(void)
{
	uint32_t head = pxt_load_relaxed(&queue.head);
	uint32_t tail = pxt_load_relaxed(&queue.tail), chunk;

	support_check_leaks();
	if (!is_sane)
		return;
	ck_assert(pxt_queue_is_valid(&queue, &cells));
	ck_assert_uint_le((uint32_t)(tail - head), SIZE);
	ck_assert_uint_eq(pxt_queue_length(&queue), (uint32_t)(tail - head));
	for (uint32_t n = tail - head; n < SIZE; n++)
		ck_assert(!pxt_queue_peek(&queue, &cells, head + n, &chunk));
}

static void take_all_from(uint32_t expected, uint32_t n)
{
	uint32_t chunk = UINT32_MAX;

	for (uint32_t i = 0; i < n; i++) {
		ck_assert(pxt_queue_take(&queue, &cells, &chunk));
		ck_assert_uint_eq(chunk, (expected + i) % CHUNKS);
	}
	ck_assert(!pxt_queue_take(&queue, &cells, &chunk));
}

START_TEST(fresh_queue_is_empty)
{
	uint32_t chunk;

	ck_assert_uint_eq(pxt_queue_length(&queue), 0);
	ck_assert(!pxt_queue_take(&queue, &cells, &chunk));
	for (uint32_t seq = 0; seq < 2 * SIZE; seq++) {
		ck_assert(!pxt_queue_peek(&queue, &cells, seq, &chunk));
		ck_assert(!pxt_queue_take_at(&queue, &cells, seq));
	}
}
END_TEST

START_TEST(entries_come_out_in_the_order_they_went_in)
{
	begin_at(starts[_i]);
	for (uint32_t n = 0; n < CHUNKS; n++) {
		ck_assert(pxt_queue_put(&queue, &cells, n));
		ck_assert_uint_eq(pxt_queue_length(&queue), n + 1);
	}
	take_all_from(0, CHUNKS);
}
END_TEST

/* Any number of entries between 0 and SIZE in turn. */
START_TEST(sequence_numbers_wrap_without_loss)
{
	uint64_t seed = (uint64_t)_i + 1;
	uint32_t put = 0, taken = 0, chunk = 0;

	begin_at(starts[_i]);
	for (int i = 0; i < 2000; i++) {
		uint64_t n = support_random_below(&seed, SIZE + 1);

		for (; n && put - taken < SIZE; n--, put++)
			ck_assert(pxt_queue_put(&queue, &cells, put % CHUNKS));
		n = support_random_below(&seed, SIZE + 1);
		for (; n && put != taken; n--, taken++) {
			ck_assert(pxt_queue_take(&queue, &cells, &chunk));
			ck_assert_uint_eq(chunk, taken % CHUNKS);
		}
		ck_assert_uint_eq(pxt_queue_length(&queue), put - taken);
	}
}
END_TEST

START_TEST(full_queue_refuses_and_keeps_what_it_has)
{
	begin_at(starts[_i]);
	for (uint32_t n = 0; n < SIZE; n++)
		ck_assert(pxt_queue_put(&queue, &cells, n % CHUNKS));
	ck_assert(!pxt_queue_put(&queue, &cells, 3));
	ck_assert_uint_eq(pxt_queue_length(&queue), SIZE);
	take_all_from(0, SIZE);
	ck_assert(pxt_queue_put(&queue, &cells, 3));
	take_all_from(3, 1);
}
END_TEST

START_TEST(looking_at_an_entry_leaves_it_there)
{
	uint32_t first = starts[_i], chunk;

	begin_at(first);
	for (uint32_t n = 0; n < 5; n++)
		ck_assert(pxt_queue_put(&queue, &cells, n));
	for (uint32_t n = 0; n < 5; n++) {
		ck_assert(pxt_queue_peek(&queue, &cells, first + n, &chunk));
		ck_assert_uint_eq(chunk, n);
	}
	ck_assert(!pxt_queue_peek(&queue, &cells, first + 5, &chunk));
	ck_assert(!pxt_queue_peek(&queue, &cells, first - 1, &chunk));
	ck_assert(!pxt_queue_peek(&queue, &cells, first + SIZE, &chunk));
	take_all_from(0, 5);
}
END_TEST

START_TEST(entry_of_a_sequence_number_can_be_taken_once)
{
	uint32_t first = starts[_i];

	begin_at(first);
	for (uint32_t n = 0; n < 3; n++)
		ck_assert(pxt_queue_put(&queue, &cells, n));
	ck_assert(!pxt_queue_take_at(&queue, &cells, first + 3));
	ck_assert(!pxt_queue_take_at(&queue, &cells, first - SIZE));
	ck_assert(pxt_queue_take_at(&queue, &cells, first));
	ck_assert(!pxt_queue_take_at(&queue, &cells, first));
	ck_assert_uint_eq(pxt_queue_length(&queue), 2);
	take_all_from(1, 2);
}
END_TEST

/* A LOOP writer takes the oldest entry while the reader releases the next. */
START_TEST(entry_that_was_taken_out_of_order_is_skipped)
{
	uint32_t first = starts[_i], chunk = 99;

	begin_at(first);
	for (uint32_t n = 0; n < 3; n++)
		ck_assert(pxt_queue_put(&queue, &cells, n));
	ck_assert(pxt_queue_take_at(&queue, &cells, first + 1));
	ck_assert(pxt_queue_take(&queue, &cells, &chunk));
	ck_assert_uint_eq(chunk, 0);
	take_all_from(2, 1);
	for (uint32_t n = 0; n < SIZE; n++)
		ck_assert(pxt_queue_put(&queue, &cells, n % CHUNKS));
	take_all_from(0, SIZE);
}
END_TEST

/* The producer was killed between storing the entry and moving the tail. */
START_TEST(producer_that_stopped_half_way_is_helped)
{
	uint32_t first = starts[_i];

	begin_at(first);
	pxt_store_relaxed(&words[first % SIZE], word_of(first) | (7 + 1));
	ck_assert(pxt_queue_put(&queue, &cells, 8));
	ck_assert_uint_eq(pxt_queue_length(&queue), 2);
	take_all_from(7, 2);
}
END_TEST

START_TEST(entry_of_a_stopped_producer_can_be_taken)
{
	uint32_t first = starts[_i];

	begin_at(first);
	pxt_store_relaxed(&words[first % SIZE], word_of(first) | (7 + 1));
	take_all_from(7, 1);
	ck_assert_uint_eq(pxt_queue_length(&queue), 0);
	/* Now the tail is less than the head, until the next put. */
	ck_assert(pxt_queue_put(&queue, &cells, 8));
	ck_assert(pxt_queue_put(&queue, &cells, 9));
	ck_assert_uint_eq(pxt_queue_length(&queue), 2);
	take_all_from(8, 2);
}
END_TEST

/* The consumer was killed between taking the entry and moving the head; the
 * entry is gone. */
START_TEST(consumer_that_stopped_half_way_is_helped)
{
	uint32_t first = starts[_i];

	begin_at(first);
	for (uint32_t n = 0; n < 3; n++)
		ck_assert(pxt_queue_put(&queue, &cells, n));
	pxt_store_relaxed(&words[first % SIZE], word_of(first + SIZE));
	take_all_from(1, 2);
	for (uint32_t n = 0; n < SIZE; n++)
		ck_assert(pxt_queue_put(&queue, &cells, n % CHUNKS));
	take_all_from(0, SIZE);
}
END_TEST

/* What holds then: calls return, and every number is one of a chunk. */
static void use_scribbled_queue(void)
{
	uint32_t chunk;

	for (uint32_t n = 0; n < 2 * SIZE; n++)
		pxt_queue_put(&queue, &cells, n % CHUNKS);
	for (uint32_t seq = 0; seq < 2 * SIZE; seq++)
		if (pxt_queue_peek(&queue, &cells, seq, &chunk))
			ck_assert_uint_lt(chunk, CHUNKS);
	for (uint32_t n = 0; n < 2 * SIZE; n++)
		if (pxt_queue_take(&queue, &cells, &chunk))
			ck_assert_uint_lt(chunk, CHUNKS);
	for (uint32_t seq = 0; seq < 2 * SIZE; seq++)
		pxt_queue_take_at(&queue, &cells, seq);
	/* The length is an estimate, but never negative. */
	ck_assert_uint_le(pxt_queue_length(&queue), INT32_MAX);
}

START_TEST(scribbled_counters_do_no_harm)
{
	uint64_t seed = (uint64_t)_i;

	is_sane = false;
	for (uint32_t n = 0; n < CHUNKS / 2; n++)
		ck_assert(pxt_queue_put(&queue, &cells, n));
	if (_i % 3 != 0)
		pxt_store_relaxed(&queue.head, (uint32_t)support_random(&seed));
	if (_i % 3 != 1)
		pxt_store_relaxed(&queue.tail, (uint32_t)support_random(&seed));
	use_scribbled_queue();
}
END_TEST

START_TEST(scribbled_cells_do_no_harm)
{
	uint64_t seed = (uint64_t)_i;

	is_sane = false;
	for (uint32_t n = 0; n < CHUNKS / 2; n++)
		ck_assert(pxt_queue_put(&queue, &cells, n));
	for (uint32_t i = 0; i < SIZE; i++) {
		uint64_t word = support_random(&seed);

		/* Nearly right sequence numbers have more effect than random
		 * ones. */
		if (_i % 2)
			word = (word >> 32 & 48) << 32 | (word & 31);
		pxt_store_relaxed(&words[i], word);
	}
	use_scribbled_queue();
}
END_TEST

START_TEST(entry_that_names_no_chunk_is_none)
{
	uint32_t chunk = 99;

	is_sane = false;
	pxt_store_relaxed(&words[0], CHUNKS + 1);
	ck_assert(!pxt_queue_peek(&queue, &cells, 0, &chunk));
	ck_assert(!pxt_queue_take(&queue, &cells, &chunk));
	ck_assert(!pxt_queue_take_at(&queue, &cells, 0));
	ck_assert_uint_eq(chunk, 99);
	pxt_store_relaxed(&words[0], CHUNKS);
	ck_assert(pxt_queue_peek(&queue, &cells, 0, &chunk));
	ck_assert_uint_eq(chunk, CHUNKS - 1);
}
END_TEST

static _Atomic uint32_t holders[CHUNKS];
static _Atomic uint32_t moves, mistakes;

/* Take a chunk, own it for a while, and put it back. */
static void *move_chunks(void *arg)
{
	const uint32_t wanted = *(const uint32_t *)arg;
	uint32_t chunk;

	while (pxt_load_relaxed(&moves) < wanted) {
		if (!pxt_queue_take(&queue, &cells, &chunk))
			continue;
		if (pxt_add_relaxed(&holders[chunk], 1) != 0)
			pxt_add_relaxed(&mistakes, 1);
		pxt_add_relaxed(&holders[chunk], -1u);
		if (!pxt_queue_put(&queue, &cells, chunk))
			pxt_add_relaxed(&mistakes, 1);
		pxt_add_relaxed(&moves, 1);
	}
	return NULL;
}

/* _i threads, while the sequence numbers wrap. */
START_TEST(threads_conserve_every_entry)
{
	uint32_t wanted = 60000, chunk = 0, seen[CHUNKS] = {0};
	pthread_t threads[4];

	begin_at(UINT32_MAX - wanted / 2);
	for (uint32_t n = 0; n < CHUNKS; n++)
		ck_assert(pxt_queue_put(&queue, &cells, n));
	for (int i = 0; i < _i; i++)
		ck_assert_int_eq(pthread_create(&threads[i], NULL, move_chunks,
						&wanted), 0);
	for (int i = 0; i < _i; i++)
		pthread_join(threads[i], NULL);
	ck_assert_uint_eq(mistakes, 0);
	ck_assert_uint_eq(pxt_queue_length(&queue), CHUNKS);
	for (uint32_t n = 0; n < CHUNKS; n++) {
		ck_assert(pxt_queue_take(&queue, &cells, &chunk));
		seen[chunk]++;
	}
	for (uint32_t n = 0; n < CHUNKS; n++)
		ck_assert_uint_eq(seen[n], 1);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("queue");
	TCase *tc = tcase_create("queue");

	suite_add_tcase(suite, tc);
	tcase_add_checked_fixture(tc, setup, teardown);
	tcase_add_test(tc, fresh_queue_is_empty);
	tcase_add_loop_test(tc, entries_come_out_in_the_order_they_went_in, 0,
			    N_STARTS);
	tcase_add_loop_test(tc, sequence_numbers_wrap_without_loss, 0,
			    N_STARTS);
	tcase_add_loop_test(tc, full_queue_refuses_and_keeps_what_it_has, 0,
			    N_STARTS);
	tcase_add_loop_test(tc, looking_at_an_entry_leaves_it_there, 0,
			    N_STARTS);
	tcase_add_loop_test(tc, entry_of_a_sequence_number_can_be_taken_once, 0,
			    N_STARTS);
	tcase_add_loop_test(tc, entry_that_was_taken_out_of_order_is_skipped,
			    0, N_STARTS);
	tcase_add_loop_test(tc, producer_that_stopped_half_way_is_helped, 0,
			    N_STARTS);
	tcase_add_loop_test(tc, entry_of_a_stopped_producer_can_be_taken, 0,
			    N_STARTS);
	tcase_add_loop_test(tc, consumer_that_stopped_half_way_is_helped, 0,
			    N_STARTS);
	tcase_add_loop_test(tc, scribbled_counters_do_no_harm, 0, 60);
	tcase_add_loop_test(tc, scribbled_cells_do_no_harm, 0, 60);
	tcase_add_test(tc, entry_that_names_no_chunk_is_none);
	tcase_add_loop_test(tc, threads_conserve_every_entry, 2, 5);
	return support_run(suite);
}
