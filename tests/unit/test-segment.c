/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * Laying out a segment, and checking one that another process laid out: a valid
 * segment is accepted without changes, an inconsistent one is refused.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "ring.h"
#include "ring/lane.h"
#include "support.h"

static struct pxt_view ring;
static struct pxt_segment *segment;

static void setup(void)
{
	support_begin();
	ring_create(&ring, 100 << 10, 300, POSIX_TRACE_LOOP);
	segment = ring.segment;
}

static void teardown(void)
{
	ring_destroy(&ring);
	support_check_leaks();
}

static int view_it(struct pxt_view *view)
{
	return pxt_segment_view(segment, ring.size, view);
}

static void check_refused(void)
{
	struct pxt_view view;

	ck_assert_int_eq(view_it(&view), EINVAL);
}

/* Check that all parts of a view lie within its memory. */
static void check_within(const struct pxt_view *view, const void *memory,
			 size_t size)
{
	const unsigned char *begin = memory, *end = begin + size;

	ck_assert_ptr_eq(view->segment, memory);
	ck_assert_uint_le(view->size, size);
	ck_assert_uint_ge(view->chunk_size, PXT_CHUNK_SIZE_MIN);
	ck_assert_uint_le(view->chunk_size, PXT_CHUNK_SIZE_MAX);
	ck_assert_uint_le(view->data_max, PXT_DATA_SIZE_MAX);
	ck_assert_uint_gt(view->n_chunks, 0);
	ck_assert_uint_eq(view->full.size & (view->full.size - 1), 0);
	ck_assert_uint_ge(view->full.size, view->n_chunks);
	ck_assert_uint_eq(view->free.size, view->full.size);
	ck_assert((unsigned char *)view->lanes >= begin + sizeof(*segment));
	ck_assert((unsigned char *)(view->lanes + view->n_lanes) <= end);
	ck_assert((unsigned char *)(view->full.cell + view->full.size) <=
		  end);
	ck_assert((unsigned char *)(view->free.cell + view->free.size) <= end);
	ck_assert((unsigned char *)(view->states + view->n_chunks) <= end);
	ck_assert((unsigned char *)(view->backed + view->n_chunks) <= end);
	ck_assert(view->chunks +
		  (size_t)view->n_chunks * view->chunk_size <= end);
}

START_TEST(what_was_made_is_seen_alike)
{
	struct pxt_view view;

	ck_assert_int_eq(view_it(&view), 0);
	ck_assert_ptr_eq(view.segment, ring.segment);
	ck_assert_uint_eq(view.size, ring.size);
	ck_assert_uint_eq(view.chunk_size, ring.chunk_size);
	ck_assert_uint_eq(view.n_chunks, ring.n_chunks);
	ck_assert_uint_eq(view.n_full, ring.n_full);
	ck_assert_uint_eq(view.n_backed, ring.n_backed);
	ck_assert_uint_eq(view.n_lanes, ring.n_lanes);
	ck_assert_ptr_eq(view.lanes, ring.lanes);
	ck_assert_ptr_eq(view.full.cell, ring.full.cell);
	ck_assert_ptr_eq(view.free.cell, ring.free.cell);
	ck_assert_ptr_eq(view.states, ring.states);
	ck_assert_ptr_eq(view.backed, ring.backed);
	ck_assert_ptr_eq(view.chunks, ring.chunks);
	check_within(&view, segment, ring.size);
	ck_assert(view.loop);
	ck_assert(!view.inherited);
	ck_assert_uint_eq(view.data_max, 300);
	ck_assert_uint_eq(view.clock, PXT_CLOCK_MONOTONIC);
}
END_TEST

START_TEST(parts_do_not_overlap)
{
	const void *ends[][2] = {
		{ segment + 1, ring.lanes },
		{ ring.lanes + ring.n_lanes, ring.full.cell },
		{ ring.full.cell + ring.full.size, ring.free.cell },
		{ ring.free.cell + ring.free.size, ring.states },
		{ ring.states + ring.n_chunks, ring.backed },
		{ ring.backed + ring.n_chunks, ring.chunks },
	};

	for (size_t i = 0; i < sizeof(ends) / sizeof(*ends); i++)
		ck_assert((uintptr_t)ends[i][0] <= (uintptr_t)ends[i][1]);
	ck_assert_uint_eq((uintptr_t)ring.lanes % PXT_CACHELINE, 0);
	ck_assert_uint_eq((uintptr_t)ring.chunks % 4096, 0);
}
END_TEST

/* The invariant of segment.h, for streams of many sizes. */
START_TEST(there_are_chunks_for_all_that_may_hold_one)
{
	static const uint64_t sizes[] = { 1, 4096, 1 << 16, 1 << 20, 1 << 28 };
	struct pxt_segment_plan plan = ring_plan(sizes[_i], 256,
						 POSIX_TRACE_FLUSH);
	struct pxt_sizing sizing;
	size_t size = 0, backed = 0;

	pxt_sizing(&sizing, &plan.attr);
	ck_assert_int_eq(pxt_segment_size(&plan, &size, &backed), 0);
	ck_assert_uint_lt(backed, size);
	/* The memory for the guaranteed size is allocated from the start. */
	ck_assert_uint_ge(backed, sizes[_i]);
	ck_assert_uint_ge(size, backed + (size_t)PXT_LANES * sizing.chunk_size);
}
END_TEST

START_TEST(absurd_sizes_are_more_than_there_is)
{
	static const size_t sizes[] = {
		SIZE_MAX, SIZE_MAX / 2 + 1, SIZE_MAX - 4096,
#if SIZE_MAX > UINT32_MAX
		((size_t)1 << 40) + 1, (size_t)1 << 63, (size_t)1 << 48,
#else
		(size_t)1 << 31, SIZE_MAX / 2 + 4097, SIZE_MAX - 65536,
#endif
	};
	struct pxt_segment_plan plan = ring_plan(sizes[_i], 256,
						 POSIX_TRACE_LOOP);
	size_t size, backed;

	ck_assert_int_eq(pxt_segment_size(&plan, &size, &backed), ENOMEM);
	/* A segment of another process with these sizes is refused. */
	segment->attr.stream_size = sizes[_i];
	check_refused();
}
END_TEST

/* The size of a LOOP log makes no difference. */
START_TEST(largest_stream_there_can_be_has_a_layout_or_no_memory)
{
	const size_t most = (size_t)1 << (sizeof(size_t) > 4 ? 40 : 30);
	struct pxt_segment_plan plan = ring_plan(most, SIZE_MAX,
						 POSIX_TRACE_FLUSH);
	size_t size = 0, backed = 0;
	int err;

	plan.attr.log_size = (uint64_t)_i * (UINT64_MAX / 2);
	err = pxt_segment_size(&plan, &size, &backed);
	if (err)
		ck_assert_int_eq(err, ENOMEM);
	else
		ck_assert_uint_gt(size, most);
}
END_TEST

#define FIELD(name) { #name, offsetof(struct pxt_segment, name), \
		      sizeof(((struct pxt_segment *)0)->name) }

static const struct field {
	const char *name;
	size_t at, size;
} checked[] = {
	FIELD(magic), FIELD(version), FIELD(clock), FIELD(size),
	FIELD(attr.magic), FIELD(attr.stream_policy), FIELD(attr.log_policy),
	FIELD(attr.inherited),
	FIELD(chunk_size), FIELD(n_chunks), FIELD(n_full), FIELD(n_backed),
	FIELD(n_lanes), FIELD(queue_size), FIELD(lanes_at), FIELD(full_at),
	FIELD(free_at), FIELD(states_at), FIELD(backed_at), FIELD(chunks_at),
}, free_to_be[] = {
	FIELD(serial), FIELD(controller), FIELD(target),
	FIELD(controller_start), FIELD(target_start), FIELD(logged),
	FIELD(anchor), FIELD(anchor_real_ns),
};
enum {
	N_CHECKED = sizeof(checked) / sizeof(*checked),
	N_FREE = sizeof(free_to_be) / sizeof(*free_to_be),
};

/* Change any single bit. */
START_TEST(lie_about_identity_or_geometry_is_refused)
{
	unsigned char *field = (unsigned char *)segment + checked[_i].at;

	for (size_t bit = 0; bit < 8 * checked[_i].size; bit++) {
		struct pxt_view view;

		field[bit / 8] ^= (unsigned char)(1u << bit % 8);
		/* For these members other values may be valid, too. */
		if (view_it(&view) == 0) {
			ck_assert_msg(segment->clock == PXT_CLOCK_COUNTER ||
				      (segment->version >= PXT_SEGMENT_READABLE &&
				       segment->version < PXT_SEGMENT_VERSION) ||
				      checked[_i].at >=
				      offsetof(struct pxt_segment, attr),
				      "%s, bit %zu", checked[_i].name, bit);
			ck_assert_msg(checked[_i].at <
				      offsetof(struct pxt_segment, chunk_size),
				      "%s, bit %zu", checked[_i].name, bit);
			ck_assert(pxt_attr_is_valid(&segment->attr));
			check_within(&view, segment, ring.size);
		}
		field[bit / 8] ^= (unsigned char)(1u << bit % 8);
	}
}
END_TEST

/* A segment left by a controller of an earlier version can be recovered, but not
 * written to, because writers work differently now. */
START_TEST(segment_of_an_earlier_version_can_only_be_read)
{
	struct pxt_view view;

	ck_assert_int_eq(view_it(&view), 0);
	ck_assert(pxt_segment_is_current(&view));
	for (uint32_t version = PXT_SEGMENT_READABLE;
	     version < PXT_SEGMENT_VERSION; version++) {
		segment->version = version;
		ck_assert_int_eq(view_it(&view), 0);
		ck_assert(!pxt_segment_is_current(&view));
	}
	segment->version = PXT_SEGMENT_READABLE - 1;
	ck_assert_int_eq(view_it(&view), EINVAL);
}
END_TEST

START_TEST(values_at_the_edges_of_geometry_are_refused)
{
	static const uint32_t edges[] = { 0, 1, UINT32_MAX, INT32_MAX, 4096 };
	uint32_t *field = (void *)((unsigned char *)segment + checked[_i].at);
	uint32_t was = *field;

	for (size_t i = 0; i < sizeof(edges) / sizeof(*edges); i++) {
		if (edges[i] == was)
			continue;
		*field = edges[i];
		check_refused();
	}
}
END_TEST

START_TEST(members_that_are_not_checked_may_have_any_value)
{
	struct pxt_view view;

	memset((unsigned char *)segment + free_to_be[_i].at, 0xa5,
	       free_to_be[_i].size);
	ck_assert_int_eq(view_it(&view), 0);
	check_within(&view, segment, ring.size);
}
END_TEST

START_TEST(attributes_that_are_none_are_refused)
{
	struct pxt_attr good = segment->attr;

	memset(segment->attr.name, 'x', sizeof(segment->attr.name));
	check_refused();
	segment->attr = good;
	segment->attr.create_nsec = 1000000000;
	check_refused();
	segment->attr = good;
	segment->attr.resolution_ns = 0;
	check_refused();
	segment->attr = good;
	segment->attr.data_size = PXT_DATA_SIZE_MAX + 1;
	check_refused();
	segment->attr = good;
	segment->attr.stream_size *= 2;
	check_refused();
}
END_TEST

START_TEST(segment_that_was_cut_off_is_refused)
{
	size_t sizes[] = {
		ring.size - 1, ring.size / 2, sizeof(*segment),
		sizeof(*segment) - 1, 100, 8, 0,
	};

	for (size_t i = 0; i < sizeof(sizes) / sizeof(*sizes); i++) {
		void *part = malloc(sizes[i] ? sizes[i] : 1);
		struct pxt_view view;

		/* In separate memory, so that a sanitizer detects reads beyond
		 * it. */
		ck_assert_ptr_nonnull(part);
		memcpy(part, segment, sizes[i] < 8192 ? sizes[i] : 8192);
		ck_assert_int_eq(pxt_segment_view(part, sizes[i], &view),
				 EINVAL);
		free(part);
	}
}
END_TEST

START_TEST(garbage_is_refused)
{
	uint64_t seed = (uint64_t)_i, *words;
	struct pxt_view view;
	size_t n = ring.size / 8 < 4096 ? ring.size / 8 : 4096;

	words = calloc(n, 8);
	ck_assert_ptr_nonnull(words);
	for (size_t i = 0; i < n; i++)
		words[i] = support_random(&seed);
	ck_assert_int_eq(pxt_segment_view(words, 8 * n, &view), EINVAL);
	free(words);
}
END_TEST

/* A valid segment with random values in one or a few places. */
START_TEST(half_garbage_is_refused_or_lies_within_its_memory)
{
	const size_t constant = offsetof(struct pxt_segment, run);
	uint64_t seed = (uint64_t)_i;
	unsigned char *bytes = (unsigned char *)segment, good[4096];

	ck_assert_uint_le(constant, sizeof(good));
	memcpy(good, bytes, constant);
	for (int i = 0; i < 500; i++) {
		uint64_t n = 1 + support_random_below(&seed, 4);
		struct pxt_view view;

		while (n--)
			bytes[support_random_below(&seed, constant)] =
				(unsigned char)support_random(&seed);
		if (view_it(&view) == 0)
			check_within(&view, segment, ring.size);
		memcpy(bytes, good, constant);
	}
}
END_TEST

/* Claim a lane of a new stream, and another one.  Do they count as lanes of
 * different threads? */
static bool is_shared_by(struct pxt_writer_identity *one,
			 struct pxt_writer_identity *other)
{
	struct pxt_writer writers[2];
	struct pxt_view view;
	bool is_first;

	ring_create(&view, 1, 64, POSIX_TRACE_LOOP);
	ck_assert_int_eq(pxt_writer_claim(&writers[0], &view, one), 0);
	ck_assert(writers[0].is_first);
	ck_assert_int_eq(pxt_writer_claim(&writers[1], &view, other), 0);
	is_first = writers[1].is_first;
	ring_destroy(&view);
	return !is_first;
}

/* A thread may have several lanes; the same pid in another container is another
 * thread. */
START_TEST(stream_is_shared_as_soon_as_a_second_thread_has_a_lane)
{
	struct pxt_writer_identity one = ring_identity(), other;

	one.space = 7;
	other = one;
	ck_assert(!is_shared_by(&one, &other));
	other.tid++;
	ck_assert(is_shared_by(&one, &other));
	other = one;
	other.space = 8;
	ck_assert(is_shared_by(&one, &other));
	/* If that cannot be known, they count as different. */
	one.space = other.space = 0;
	ck_assert(is_shared_by(&one, &other));
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("segment");
	TCase *tc = tcase_create("segment");

	suite_add_tcase(suite, tc);
	tcase_add_checked_fixture(tc, setup, teardown);
	tcase_add_test(tc, what_was_made_is_seen_alike);
	tcase_add_test(tc, parts_do_not_overlap);
	tcase_add_loop_test(tc, there_are_chunks_for_all_that_may_hold_one, 0,
			    5);
	tcase_add_loop_test(tc, absurd_sizes_are_more_than_there_is, 0, 6);
	tcase_add_loop_test(tc,
		largest_stream_there_can_be_has_a_layout_or_no_memory, 0, 3);
	tcase_add_loop_test(tc, lie_about_identity_or_geometry_is_refused, 0,
			    N_CHECKED);
	/* From chunk_size on; these members have 32 bits each. */
	tcase_add_test(tc, segment_of_an_earlier_version_can_only_be_read);
	tcase_add_loop_test(tc, values_at_the_edges_of_geometry_are_refused,
			    N_CHECKED - 12, N_CHECKED);
	tcase_add_loop_test(tc,
		members_that_are_not_checked_may_have_any_value, 0,
		N_FREE);
	tcase_add_test(tc, attributes_that_are_none_are_refused);
	tcase_add_test(tc, segment_that_was_cut_off_is_refused);
	tcase_add_loop_test(tc, garbage_is_refused, 0, 20);
	tcase_add_loop_test(tc,
		half_garbage_is_refused_or_lies_within_its_memory, 0, 4);
	tcase_add_test(tc,
		stream_is_shared_as_soon_as_a_second_thread_has_a_lane);
	return support_run(suite);
}
