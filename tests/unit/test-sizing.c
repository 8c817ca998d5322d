/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * The arithmetic of the no-loss guarantee (ASIZE-6): records whose announced
 * sizes add up to stream-min-size never find the stream full, whatever their
 * sizes and however they are distributed over lanes.  The test packs them into
 * chunks like the ring: each lane fills its own chunk and closes it when the
 * next record does not fit, and only closed chunks count.
 */
#include <stdint.h>

#include "model/attr.h"
#include "model/record.h"
#include "support.h"

enum { LANES_MAX = 512 };

static struct pxt_attr attr;

static void set_sizes(uint64_t stream_size, uint64_t data_size)
{
	pxt_attr_init(&attr);
	attr.stream_size = stream_size;
	attr.data_size = data_size;
}

/* The usage of a stream's room. */
struct packing {
	struct pxt_sizing sizing;
	size_t payload;
	struct {
		size_t used;	/* bytes of records in it */
		size_t cost;	/* sum of their announced sizes */
	} open[LANES_MAX];	/* the open chunk of each lane */
	uint64_t n_full;
	uint64_t cost;		/* sum of the announced sizes of all records */
};

static void packing_init(struct packing *p)
{
	*p = (struct packing){ .cost = 0 };
	pxt_sizing(&p->sizing, &attr);
	p->payload = p->sizing.chunk_size - PXT_CHUNK_HEADER_SIZE;
}

/*
 * Record one event with `record` bytes and announced size `cost`.  False: it is
 * not covered by the guarantee any more.
 */
static bool packing_add(struct packing *p, unsigned lane, size_t record,
			size_t cost)
{
	if (p->cost + cost > attr.stream_size)
		return false;
	/* ck_assert is too slow for millions of checks. */
	if (record > p->payload || cost < record)
		ck_abort_msg("record %zu, cost %zu", record, cost);
	if (p->open[lane].used + record > p->payload) {
		/* The announced sizes of its records cover a full chunk ... */
		if (p->open[lane].cost < p->payload)
			ck_abort_msg("%zu bytes in a chunk cost only %zu",
				     p->open[lane].used, p->open[lane].cost);
		p->open[lane].used = p->open[lane].cost = 0;
		p->n_full++;
	}
	p->open[lane].used += record;
	p->open[lane].cost += cost;
	p->cost += cost;
	/* ... so there is always a chunk for the next record. */
	if (p->n_full > p->sizing.n_full)
		ck_abort_msg("record %zu finds the stream full", record);
	return true;
}

static bool packing_add_user(struct packing *p, unsigned lane, size_t len)
{
	size_t kept = len < attr.data_size ? len : attr.data_size;

	if (kept > PXT_DATA_SIZE_MAX)
		kept = PXT_DATA_SIZE_MAX;
	return packing_add(p, lane, pxt_record_size(kept),
			   pxt_sizing_user_event(&attr, len));
}

static bool packing_add_system(struct packing *p, unsigned lane)
{
	return packing_add(p, lane,
			   pxt_record_size(sizeof(struct pxt_origin) +
					   PXT_SYSTEM_DATA_MAX),
			   pxt_sizing_system_event(&attr));
}

static const uint64_t stream_sizes[] = {
	1, 1000, 4096, 8192, 100000, 1 << 20, 3000001,
};
static const uint64_t data_sizes[] = {
	0, 1, 16, 256, 1000, 4096, 20000, 65504, 65505, UINT64_MAX,
};

enum {
	N_STREAM_SIZES = sizeof(stream_sizes) / sizeof(*stream_sizes),
	N_DATA_SIZES = sizeof(data_sizes) / sizeof(*data_sizes),
	N_SHAPES = N_STREAM_SIZES * N_DATA_SIZES,
};

static void set_shape(int i)
{
	set_sizes(stream_sizes[i / N_DATA_SIZES], data_sizes[i % N_DATA_SIZES]);
}

START_TEST(chunks_are_powers_of_two_that_hold_four_of_the_largest)
{
	struct pxt_sizing sizing;

	set_shape(_i);
	pxt_sizing(&sizing, &attr);
	ck_assert_uint_ge(sizing.chunk_size, PXT_CHUNK_SIZE_MIN);
	ck_assert_uint_le(sizing.chunk_size, PXT_CHUNK_SIZE_MAX);
	ck_assert_uint_eq(sizing.chunk_size & (sizing.chunk_size - 1), 0);
	ck_assert_uint_ge(sizing.chunk_size - PXT_CHUNK_HEADER_SIZE,
			  4 * sizing.record_max);
	/* FILTER fits even if user data must be tiny (trap 24). */
	ck_assert_uint_ge(sizing.record_max,
			  pxt_record_size(sizeof(struct pxt_origin) +
					  2 * sizeof(trace_event_set_t)));
	/* The reserved memory is at least the requested size (ASIZE-9). */
	ck_assert_uint_ge((uint64_t)sizing.n_full *
			  (sizing.chunk_size - PXT_CHUNK_HEADER_SIZE),
			  attr.stream_size);
}
END_TEST

START_TEST(random_events_on_random_lanes_fit)
{
	uint64_t seed = (uint64_t)_i;
	struct packing p;

	set_shape(_i);
	for (int round = 0; round < 4; round++) {
		static const unsigned lanes[] = { 1, 2, 7, LANES_MAX };
		unsigned lane;
		size_t len;

		packing_init(&p);
		do {
			lane = (unsigned)support_random_below(&seed,
							lanes[round]);
			len = support_random_below(&seed,
					2 * p.sizing.record_max);
		} while (support_random_below(&seed, 16) ?
			 packing_add_user(&p, lane, len) :
			 packing_add_system(&p, lane));
	}
}
END_TEST

static bool packing_add_largest(struct packing *p)
{
	if (pxt_record_size(sizeof(struct pxt_origin) + PXT_SYSTEM_DATA_MAX) ==
	    p->sizing.record_max)
		return packing_add_system(p, 0);
	return packing_add_user(p, 0, SIZE_MAX);
}

/*
 * Fill a chunk until the largest record just does not fit, then record that
 * one, which wastes the most.  Try several sizes for the filling, to find one
 * that loses little to rounding.
 */
START_TEST(the_worst_choice_of_sizes_fits)
{
	struct packing p;
	size_t left;

	set_shape(_i);
	for (size_t len = 0; len < 6000; len = 2 * len + 24) {
		packing_init(&p);
		do
			left = p.payload - p.open[0].used;
		while (left < p.sizing.record_max ? packing_add_largest(&p) :
		       packing_add_user(&p, 0, len));
	}
}
END_TEST

/* One lane after the other; each leaves its chunk open. */
START_TEST(lanes_in_turn_fit)
{
	struct packing p;
	unsigned lane = 0;

	set_shape(_i);
	packing_init(&p);
	while (packing_add_user(&p, lane, SIZE_MAX))
		lane = (lane + 1) % LANES_MAX;
}
END_TEST

/* ASIZE-7 */
START_TEST(user_event_size_rises_up_to_the_maximum_and_stays)
{
	size_t max, at_max, last = 0, size;

	set_shape(_i);
	max = attr.data_size < PXT_DATA_SIZE_MAX ? (size_t)attr.data_size :
	      PXT_DATA_SIZE_MAX;
	at_max = pxt_sizing_user_event(&attr, max);
	for (size_t len = 0; len < 70000; len += len < 600 ? 1 : 509) {
		size = pxt_sizing_user_event(&attr, len);
		if (size < last || size < (len < max ? len : max) ||
		    (len >= max && size != at_max))
			ck_abort_msg("%zu for %zu bytes", size, len);
		last = size;
	}
	ck_assert_uint_eq(pxt_sizing_user_event(&attr, SIZE_MAX), at_max);
}
END_TEST

/* An event that is small compared with a chunk costs little more than its
 * record. */
START_TEST(default_event_costs_little_more_than_its_record)
{
	pxt_attr_init(&attr);
	ck_assert_uint_le(pxt_sizing_user_event(&attr, 16),
			  pxt_record_size(16) + 8);
}
END_TEST

START_TEST(enormous_streams_do_not_overflow)
{
	struct pxt_sizing sizing;

	set_sizes(UINT64_MAX, UINT64_MAX);
	pxt_sizing(&sizing, &attr);
	ck_assert_uint_eq(sizing.n_full, UINT32_MAX);
	ck_assert_uint_le(sizing.chunk_size, PXT_CHUNK_SIZE_MAX);
	set_sizes(UINT64_MAX, 0);
	pxt_sizing(&sizing, &attr);
	ck_assert_uint_eq(sizing.n_full, UINT32_MAX);
	set_sizes(0, 0);
	pxt_sizing(&sizing, &attr);
	ck_assert_uint_ge(sizing.n_full, 2);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("sizing");
	TCase *tc = support_case(suite, "sizing");

	tcase_add_loop_test(tc,
		chunks_are_powers_of_two_that_hold_four_of_the_largest, 0,
		N_SHAPES);
	tcase_add_loop_test(tc, random_events_on_random_lanes_fit, 0,
			    N_SHAPES);
	tcase_add_loop_test(tc, the_worst_choice_of_sizes_fits, 0, N_SHAPES);
	tcase_add_loop_test(tc, lanes_in_turn_fit, 0, N_SHAPES);
	tcase_add_loop_test(tc,
		user_event_size_rises_up_to_the_maximum_and_stays, 0,
		N_SHAPES);
	tcase_add_test(tc, default_event_costs_little_more_than_its_record);
	tcase_add_test(tc, enormous_streams_do_not_overflow);
	return support_run(suite);
}
