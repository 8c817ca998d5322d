/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * The merge of runs: every event is returned once, in the order of time, and
 * those of a thread in the order in which they were recorded.  No run is
 * fetched before it is needed, and a lost or damaged run does not affect
 * others.
 */
#include <errno.h>
#include <string.h>

#include "runs.h"
#include "support.h"

enum { LANES = 7, ROUNDS = 12 };

static struct pxt_merge merge;

/* Threads that record events. */
static struct lane {
	unsigned chunk;
	bool open;
	uint64_t ticks;			/* time of the last event */
	uint32_t put, seen;
} lanes[LANES];

static void setup(void)
{
	struct pxt_merge_source source = runs_begin();

	memset(lanes, 0, sizeof(lanes));

	support_begin();
	pxt_merge_init(&merge, &source);
}

static void teardown(void)
{
	pxt_merge_fini(&merge);
	support_check_leaks();
}

static void add(unsigned chunk)
{
	struct pxt_run run = runs_since(chunk);

	ck_assert_int_eq(pxt_merge_add(&merge, &run), 0);
}

/* Add a chunk of one thread with events at these times. */
static unsigned chunk_with(uint64_t thread, const uint64_t *ticks, size_t n)
{
	unsigned chunk = runs_chunk(thread, PXT_KIND_EVENTS);

	for (size_t i = 0; i < n; i++)
		ck_assert(runs_put(chunk, ticks[i], PXT_ID_USER, NULL, 0));
	add(chunk);
	return chunk;
}

#define CHUNK(thread, ...) \
	chunk_with(thread, (const uint64_t[]){ __VA_ARGS__ }, \
		   sizeof((const uint64_t[]){ __VA_ARGS__ }) / 8)

static struct pxt_event next_until(uint64_t limit)
{
	const struct pxt_event *event;

	ck_assert_int_eq(pxt_merge_next(&merge, limit, &event), 0);
	return *event;
}

static struct pxt_event next(void)
{
	return next_until(UINT64_MAX);
}

static void check_nothing_until(uint64_t limit)
{
	const struct pxt_event *event;

	ck_assert_int_eq(pxt_merge_next(&merge, limit, &event), ENOENT);
}

START_TEST(empty_merge_has_no_event)
{
	ck_assert(pxt_merge_is_empty(&merge));
	check_nothing_until(UINT64_MAX);
	pxt_merge_clear(&merge);
	check_nothing_until(UINT64_MAX);
}
END_TEST

START_TEST(events_of_two_threads_come_in_order_of_time)
{
	CHUNK(1, 10, 30, 50);
	CHUNK(2, 20, 40, 60);
	for (uint64_t i = 1; i <= 6; i++) {
		struct pxt_event event = next();

		ck_assert_uint_eq(event.ticks, 10 * i);
		ck_assert_uint_eq(event.thread, i % 2 ? 1 : 2);
	}
	check_nothing_until(UINT64_MAX);
	ck_assert(pxt_merge_is_empty(&merge));
}
END_TEST

START_TEST(no_event_after_the_limit_comes)
{
	CHUNK(1, 10, 30);
	CHUNK(2, 20);
	check_nothing_until(9);
	ck_assert_uint_eq(runs_fetched, 0);
	ck_assert_uint_eq(next_until(10).ticks, 10);
	check_nothing_until(19);
	ck_assert_uint_eq(next_until(20).ticks, 20);
	check_nothing_until(29);
	ck_assert(!pxt_merge_is_empty(&merge));
	ck_assert_uint_eq(next_until(30).ticks, 30);
	ck_assert(pxt_merge_is_empty(&merge));
}
END_TEST

START_TEST(run_is_fetched_when_its_time_has_come)
{
	CHUNK(1, 10, 11);
	CHUNK(2, 20);
	CHUNK(3, 30);
	next();
	next();
	ck_assert_uint_eq(runs_fetched, 1);
	next();
	ck_assert_uint_eq(runs_fetched, 2);
}
END_TEST

/* For a rest of a chunk, only the begin of the whole chunk is known. */
START_TEST(rest_of_a_chunk_goes_on_where_the_first_part_ended)
{
	unsigned chunk = CHUNK(1, 10, 20, 20);

	ck_assert(runs_put(chunk, 20, PXT_ID_USER + 1, NULL, 0));
	ck_assert(runs_put(chunk, 30, PXT_ID_USER + 1, NULL, 0));
	add(chunk);
	CHUNK(2, 15, 25);
	ck_assert_uint_eq(next().ticks, 10);
	ck_assert_uint_eq(next().ticks, 15);
	ck_assert_uint_eq(next().id, PXT_ID_USER);
	ck_assert_uint_eq(next().id, PXT_ID_USER);
	ck_assert_uint_eq(next().id, PXT_ID_USER + 1);
	ck_assert_uint_eq(next().ticks, 25);
	ck_assert_uint_eq(next().ticks, 30);
	check_nothing_until(UINT64_MAX);
}
END_TEST

START_TEST(run_that_is_gone_is_passed_over)
{
	CHUNK(1, 10, 40);
	runs_lose(CHUNK(2, 20, 21));
	CHUNK(3, 30);
	ck_assert_uint_eq(next().ticks, 10);
	ck_assert_uint_eq(next().ticks, 30);
	ck_assert_uint_eq(next().ticks, 40);
	check_nothing_until(UINT64_MAX);
	ck_assert_uint_eq(runs_damaged, 0);
}
END_TEST

START_TEST(damaged_run_ends_where_it_is_damaged_and_is_reported)
{
	unsigned chunk = CHUNK(1, 10, 20, 30);

	memset(runs_bytes(chunk) + PXT_HEAD_SIZE, 0xff, PXT_HEAD_SIZE);
	CHUNK(2, 15, 25);
	ck_assert_uint_eq(next().ticks, 10);
	ck_assert_uint_eq(next().ticks, 15);
	ck_assert_uint_eq(next().ticks, 25);
	check_nothing_until(UINT64_MAX);
	ck_assert_uint_eq(runs_damaged, 1);
	ck_assert(pxt_merge_is_empty(&merge));
}
END_TEST

START_TEST(run_that_is_damaged_from_its_beginning_gives_nothing)
{
	unsigned chunk = CHUNK(1, 10, 20);

	memset(runs_bytes(chunk), 0, PXT_HEAD_SIZE);
	check_nothing_until(UINT64_MAX);
	ck_assert_uint_eq(runs_damaged, 1);
}
END_TEST

START_TEST(data_stay_until_the_next_call)
{
	unsigned chunk = runs_chunk(1, PXT_KIND_EVENTS);
	struct pxt_event event;

	ck_assert(runs_put(chunk, 10, PXT_ID_USER, "first", 5));
	ck_assert(runs_put(chunk, 20, PXT_ID_USER, "last", 4));
	add(chunk);
	event = next();
	/* The event does not depend on later changes of the source. */
	memset(runs_bytes(chunk), 0xff, 100);
	CHUNK(2, 5);
	ck_assert_uint_eq(event.len, 5);
	ck_assert_mem_eq(event.data, "first", 5);
	ck_assert_uint_eq(next().ticks, 5);
	event = next();
	CHUNK(3, 7);
	ck_assert_mem_eq(event.data, "last", 4);
}
END_TEST

START_TEST(event_that_ends_its_run_leaves_nothing_behind)
{
	CHUNK(1, 10);
	ck_assert_uint_eq(next().ticks, 10);
	ck_assert(pxt_merge_is_empty(&merge));
	CHUNK(2, 5, 20);
	ck_assert(!pxt_merge_is_empty(&merge));
	ck_assert_uint_eq(next().ticks, 5);
	ck_assert(!pxt_merge_is_empty(&merge));
	ck_assert_uint_eq(next().ticks, 20);
	ck_assert(pxt_merge_is_empty(&merge));
}
END_TEST

/* The run begins between two events of a run that was alone until then. */
START_TEST(run_that_is_added_late_is_merged_in_order)
{
	CHUNK(1, 10, 20, 30, 40);
	ck_assert_uint_eq(next().ticks, 10);
	ck_assert_uint_eq(next().ticks, 20);
	CHUNK(2, 25, 35);
	for (uint64_t ticks = 25; ticks <= 40; ticks += 5) {
		struct pxt_event event = next();

		ck_assert_uint_eq(event.ticks, ticks);
		ck_assert_uint_eq(event.thread, ticks % 10 ? 2 : 1);
	}
	check_nothing_until(UINT64_MAX);
}
END_TEST

START_TEST(what_has_nothing_up_to_the_limit_is_dropped)
{
	CHUNK(1, 10, 50);
	CHUNK(2, 10, 20);
	CHUNK(3, 10, 60);
	CHUNK(4, 200);
	for (int i = 0; i < 3; i++)
		ck_assert_uint_eq(next().ticks, 10);
	/* One run continues at 20, one at 50, and one has returned only its
	 * first event. */
	ck_assert_uint_eq(pxt_merge_drop_after(&merge, 30), 2);
	ck_assert_uint_eq(next().ticks, 20);
	ck_assert_uint_eq(next().thread, 3);
	check_nothing_until(UINT64_MAX);
	ck_assert(pxt_merge_is_empty(&merge));
}
END_TEST

/* Also among other runs with the same time. */
START_TEST(run_that_is_being_returned_survives_a_drop)
{
	for (uint64_t i = 0; i < 8; i++)
		CHUNK(i, 10, 11 + i);
	for (int i = 0; i < 4; i++) {
		ck_assert_uint_eq(next().ticks, 10);
		ck_assert_uint_eq(pxt_merge_drop_after(&merge, 100), 0);
	}
	for (int i = 0; i < 4; i++)
		ck_assert_uint_eq(next().ticks, 10);
	for (uint64_t i = 0; i < 8; i++) {
		ck_assert_uint_eq(next().ticks, 11 + i);
		ck_assert_uint_eq(pxt_merge_drop_after(&merge, 100), 0);
	}
	check_nothing_until(UINT64_MAX);
}
END_TEST

START_TEST(what_is_cleared_does_not_come)
{
	CHUNK(1, 10, 20);
	CHUNK(2, 10, 20);
	CHUNK(3, 100);
	next();
	pxt_merge_clear(&merge);
	ck_assert(pxt_merge_is_empty(&merge));
	check_nothing_until(UINT64_MAX);
	CHUNK(4, 1);
	ck_assert_uint_eq(next().thread, 4);
	check_nothing_until(UINT64_MAX);
}
END_TEST

/* Data of an event: the thread's number and a serial. */
struct note {
	uint32_t lane, n;
};

/* Record some more events of a lane, none before `from`.  Many have the same
 * time. */
static uint64_t put_some(struct lane *lane, uint32_t number, uint64_t from,
			 uint64_t *seed)
{
	uint64_t n = support_random_below(seed, 40);

	if (lane->ticks < from)
		lane->ticks = from;
	for (; n; n--) {
		unsigned char data[64] = {0};
		struct note note = { number, lane->put };
		size_t len = sizeof(note) + support_random_below(seed, 40);

		memcpy(data, &note, sizeof(note));
		lane->ticks += support_random_below(seed, 3);
		if (!lane->open ||
		    !runs_put(lane->chunk, lane->ticks, PXT_ID_USER, data,
			      len)) {
			if (lane->open)
				add(lane->chunk);
			/* No chunk becomes full within one tick of the
			 * clock. */
			lane->ticks++;
			lane->chunk = runs_chunk(number, PXT_KIND_EVENTS);
			lane->open = true;
			runs_put(lane->chunk, lane->ticks, PXT_ID_USER, data,
				 len);
		}
		lane->put++;
	}
	if (lane->open)
		add(lane->chunk);
	return lane->ticks;
}

/* Take all events up to `limit`; later events are not earlier than that. */
static void take_up_to(uint64_t limit, uint64_t *last)
{
	const struct pxt_event *event;
	struct note note;

	while (pxt_merge_next(&merge, limit, &event) == 0) {
		ck_assert_uint_ge(event->len, sizeof(note));
		memcpy(&note, event->data, sizeof(note));
		if (event->ticks > limit || event->ticks < *last ||
		    note.lane >= LANES || event->thread != note.lane ||
		    note.n != lanes[note.lane].seen)
			ck_abort_msg("event %u of thread %u is not due",
				     note.n, note.lane);
		*last = event->ticks;
		lanes[note.lane].seen++;
	}
}

/* Like reading a live stream: chunks grow between rounds, and each round has a
 * limit. */
START_TEST(random_runs_come_out_sorted_whole_and_once)
{
	uint64_t seed = (uint64_t)_i, now = 1000, last = 0;

	for (int round = 0; round < ROUNDS; round++) {
		uint64_t newest = now;

		for (uint32_t i = 0; i < LANES; i++) {
			uint64_t ticks = put_some(&lanes[i], i, now + 1, &seed);

			newest = ticks > newest ? ticks : newest;
		}
		/* Some chunks are added in two parts. */
		take_up_to(now + support_random_below(&seed,
						      newest - now + 1),
			   &last);
		now = newest;
		take_up_to(now, &last);
		ck_assert(pxt_merge_is_empty(&merge));
	}
	for (int i = 0; i < LANES; i++)
		ck_assert_uint_eq(lanes[i].seen, lanes[i].put);
	ck_assert_uint_eq(runs_damaged, 0);
}
END_TEST

START_TEST(many_runs_at_once_are_merged)
{
	enum { MANY = RUNS_CHUNKS - 1 };
	uint64_t seed = 1, last = 0;

	for (unsigned i = 0; i < MANY; i++) {
		uint64_t a = 1 + support_random_below(&seed, 1000);

		CHUNK(i, a, a + support_random_below(&seed, 100));
	}
	for (unsigned i = 0; i < 2 * MANY; i++) {
		struct pxt_event event = next();

		ck_assert_uint_ge(event.ticks, last);
		last = event.ticks;
	}
	check_nothing_until(UINT64_MAX);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("merge");
	TCase *tc = tcase_create("merge");

	suite_add_tcase(suite, tc);
	tcase_add_checked_fixture(tc, setup, teardown);
	tcase_add_test(tc, empty_merge_has_no_event);
	tcase_add_test(tc, events_of_two_threads_come_in_order_of_time);
	tcase_add_test(tc, no_event_after_the_limit_comes);
	tcase_add_test(tc, run_is_fetched_when_its_time_has_come);
	tcase_add_test(tc,
		       rest_of_a_chunk_goes_on_where_the_first_part_ended);
	tcase_add_test(tc, run_that_is_gone_is_passed_over);
	tcase_add_test(tc,
		       damaged_run_ends_where_it_is_damaged_and_is_reported);
	tcase_add_test(tc,
		       run_that_is_damaged_from_its_beginning_gives_nothing);
	tcase_add_test(tc, data_stay_until_the_next_call);
	tcase_add_test(tc, event_that_ends_its_run_leaves_nothing_behind);
	tcase_add_test(tc, run_that_is_added_late_is_merged_in_order);
	tcase_add_test(tc, what_has_nothing_up_to_the_limit_is_dropped);
	tcase_add_test(tc, run_that_is_being_returned_survives_a_drop);
	tcase_add_test(tc, what_is_cleared_does_not_come);
	tcase_add_loop_test(tc, random_runs_come_out_sorted_whole_and_once, 0,
			    15);
	tcase_add_test(tc, many_runs_at_once_are_merged);
	return support_run(suite);
}
