/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * A source of events: losses become OVERFLOW and RESUME before the first event
 * after them (XSH 2.11.2, INV-4), and events that were cleared or lost are not
 * returned.
 */
#include <errno.h>
#include <string.h>

#include "runs.h"
#include "source/source.h"
#include "support.h"

enum { PID = 4711 };

static struct pxt_source source;

static void setup(void)
{
	struct pxt_merge_source from = runs_begin();

	support_begin();
	ck_assert_int_eq(pxt_source_init(&source, &from,
					 (struct pxt_anchor){ 1, 1 }, 1), 0);
	source.pid = PID;
}

static void teardown(void)
{
	pxt_source_fini(&source);
	support_check_leaks();
}

/* Add events at these times. */
static void add_events(const uint64_t *ticks, size_t n)
{
	unsigned chunk = runs_chunk(1, PXT_KIND_EVENTS);
	struct pxt_run run;

	for (size_t i = 0; i < n; i++)
		ck_assert(runs_put(chunk, ticks[i], PXT_ID_USER, NULL, 0));
	run = runs_since(chunk);
	ck_assert_int_eq(pxt_merge_add(&source.merge, &run), 0);
}

#define EVENTS(...) \
	add_events((const uint64_t[]){ __VA_ARGS__ }, \
		   sizeof((const uint64_t[]){ __VA_ARGS__ }) / 8)

/* Add a record of a control chunk that reports a gap. */
static void add_gap(uint64_t ticks, uint64_t events, uint64_t first,
		    size_t len)
{
	unsigned chunk = runs_chunk(0, PXT_KIND_CONTROL);
	struct {
		struct pxt_origin origin;
		struct pxt_gap gap;
	} data = { .gap = { .events = events, .first = first } };
	struct pxt_run run;

	ck_assert(runs_put(chunk, ticks, POSIX_TRACE_OVERFLOW, &data,
			   sizeof(data.origin) + len));
	run = runs_since(chunk);
	ck_assert_int_eq(pxt_merge_add(&source.merge, &run), 0);
}

/* Add a START after a gap that was added before. */
static void add_start(uint64_t ticks)
{
	const struct pxt_origin origin = { .pid = PID };
	unsigned chunk = runs_chunk(0, PXT_KIND_CONTROL);
	struct pxt_run run;

	ck_assert(runs_put(chunk, ticks, POSIX_TRACE_START, &origin,
			   sizeof(origin)));
	run = runs_since(chunk);
	ck_assert_int_eq(pxt_merge_add(&source.merge, &run), 0);
}

static void expect(unsigned id, uint64_t ticks)
{
	const struct pxt_event *event;

	ck_assert_int_eq(pxt_source_next(&source, UINT64_MAX, &event), 0);
	ck_assert_uint_eq(event->id, id);
	ck_assert_uint_eq(event->ticks, ticks);
	if (id != PXT_ID_USER) {
		ck_assert_int_eq(event->pid, PID);
		ck_assert_uint_eq(event->len, 0);
	}
}

static void expect_gap(uint64_t first, uint64_t resumed)
{
	expect(POSIX_TRACE_OVERFLOW, first);
	expect(POSIX_TRACE_RESUME, resumed);
	expect(PXT_ID_USER, resumed);
}

static void expect_end(void)
{
	const struct pxt_event *event;

	ck_assert_int_eq(pxt_source_next(&source, UINT64_MAX, &event), ENOENT);
}

START_TEST(without_a_loss_there_are_only_events)
{
	ck_assert(pxt_source_is_empty(&source));
	EVENTS(10, 20);
	ck_assert(!pxt_source_is_empty(&source));
	expect(PXT_ID_USER, 10);
	expect(PXT_ID_USER, 20);
	expect_end();
	ck_assert(pxt_source_is_empty(&source));
}
END_TEST

START_TEST(overrun_is_reported_ahead_of_the_first_event_after_it)
{
	EVENTS(10, 20);
	expect(PXT_ID_USER, 10);
	pxt_source_overrun(&source, 15, 12, 3);
	expect_gap(12, 20);
	expect_end();
	ck_assert_uint_eq(source.loss.events, 3);
	ck_assert_uint_eq(source.loss.first, 12);
	ck_assert_int_eq(source.loss_resume_ns, 20);
}
END_TEST

/* A query that is repeated has the same answer, or its gap would be counted
 * twice. */
START_TEST(times_of_a_loss_do_not_follow_the_clock)
{
	EVENTS(10, 20);
	expect(PXT_ID_USER, 10);
	pxt_source_overrun(&source, 15, 12, 3);
	expect_gap(12, 20);
	ck_assert_int_eq(pxt_timeline_follow(&source.timeline,
			(struct pxt_anchor){ 41, 81 }), 0);
	ck_assert_int_eq(pxt_timeline_real(&source.timeline, 20), 39);
	ck_assert_int_eq(source.loss_first_ns, 12);
	ck_assert_int_eq(source.loss_resume_ns, 20);
}
END_TEST

/* Otherwise the sequence would have a hole that is not reported. */
START_TEST(events_as_old_as_what_is_lost_are_lost_too)
{
	EVENTS(10, 20, 30, 31);
	pxt_source_overrun(&source, 30, 15, 5);
	expect_gap(10, 31);
	ck_assert_uint_eq(source.loss.events, 5 + 3);
	ck_assert_uint_eq(source.dropped, 3);
	expect_end();
}
END_TEST

START_TEST(loss_is_reported_only_when_an_event_comes_after_it)
{
	pxt_source_overrun(&source, 30, 15, 5);
	expect_end();
	EVENTS(20);
	expect_end();
	ck_assert(pxt_source_is_empty(&source));
	EVENTS(40);
	expect_gap(15, 40);
	ck_assert_uint_eq(source.loss.events, 6);
}
END_TEST

/* A gap without a later event, at the end of a log. */
static void expect_last_gap(uint64_t first, uint64_t end, uint64_t events)
{
	const struct pxt_event *event;

	expect_end();
	ck_assert_int_eq(pxt_source_end(&source, &event), 0);
	ck_assert_uint_eq(event->id, POSIX_TRACE_OVERFLOW);
	ck_assert_uint_eq(event->ticks, first);
	ck_assert_int_eq(event->pid, PID);
	ck_assert_uint_eq(source.loss.events, events);
	ck_assert_uint_eq(source.loss.first, first);
	ck_assert_int_eq(source.loss_resume_ns, (int64_t)end);
	expect_end();
	ck_assert_int_eq(pxt_source_end(&source, &event), ENOENT);
}

START_TEST(loss_at_the_end_is_reported_once_and_nothing_resumes)
{
	const struct pxt_event *event;

	EVENTS(10);
	expect(PXT_ID_USER, 10);
	expect_end();
	ck_assert_int_eq(pxt_source_end(&source, &event), ENOENT);
	add_gap(30, 4, 15, sizeof(struct pxt_gap));
	expect_last_gap(15, 30, 4);
	pxt_source_overrun(&source, 40, 0, 2);
	EVENTS(38);
	expect_last_gap(38, 40, 3);
}
END_TEST

START_TEST(loss_at_the_end_of_a_source_that_shows_none_is_not_reported)
{
	const struct pxt_event *event;

	source.shows_gaps = false;
	EVENTS(10);
	add_gap(20, 4, 15, sizeof(struct pxt_gap));
	expect(PXT_ID_USER, 10);
	expect_end();
	ck_assert_int_eq(pxt_source_end(&source, &event), ENOENT);
	ck_assert_uint_eq(source.loss.events, 4);
}
END_TEST

START_TEST(losses_with_nothing_in_between_are_one)
{
	EVENTS(10, 100);
	expect(PXT_ID_USER, 10);
	pxt_source_overrun(&source, 30, 25, 5);
	pxt_source_overrun(&source, 50, 15, 7);
	pxt_source_overrun(&source, 40, 35, 1);
	expect_gap(15, 100);
	ck_assert_uint_eq(source.loss.events, 13);
	expect_end();
}
END_TEST

START_TEST(each_gap_is_reported_in_its_place)
{
	EVENTS(10, 20, 30);
	expect(PXT_ID_USER, 10);
	pxt_source_overrun(&source, 12, 11, 1);
	expect_gap(11, 20);
	pxt_source_overrun(&source, 22, 21, 2);
	expect_gap(21, 30);
	ck_assert_uint_eq(source.loss.events, 2);
}
END_TEST

/* Time does not decrease, even there. */
START_TEST(gap_does_not_begin_after_the_event_behind_it)
{
	EVENTS(20);
	pxt_source_overrun(&source, 10, 25, 1);
	expect_gap(20, 20);
}
END_TEST

START_TEST(higher_horizon_without_a_count_only_drops)
{
	pxt_source_overrun(&source, 15, 0, 0);
	EVENTS(20);
	expect(PXT_ID_USER, 20);
	pxt_source_overrun(&source, 5, 0, 0);
	ck_assert_uint_eq(source.horizon, 15);
}
END_TEST

START_TEST(gap_once_begun_is_reported_whatever_the_limit)
{
	const struct pxt_event *event;

	EVENTS(20);
	pxt_source_overrun(&source, 10, 5, 1);
	ck_assert_int_eq(pxt_source_next(&source, 19, &event), ENOENT);
	expect(POSIX_TRACE_OVERFLOW, 5);
	ck_assert(!pxt_source_is_empty(&source));
	ck_assert_int_eq(pxt_source_next(&source, 0, &event), 0);
	ck_assert_uint_eq(event->id, POSIX_TRACE_RESUME);
	ck_assert(!pxt_source_is_empty(&source));
	ck_assert_int_eq(pxt_source_next(&source, 0, &event), 0);
	ck_assert_uint_eq(event->id, PXT_ID_USER);
	ck_assert(pxt_source_is_empty(&source));
}
END_TEST

/* More events are added while the gap is being returned. */
START_TEST(event_behind_a_gap_stays_while_the_gap_is_reported)
{
	const struct pxt_event *event;
	unsigned chunk = runs_chunk(7, PXT_KIND_EVENTS);
	struct pxt_run run;

	ck_assert(runs_put(chunk, 20, PXT_ID_USER, "data", 4));
	run = runs_since(chunk);
	ck_assert_int_eq(pxt_merge_add(&source.merge, &run), 0);
	pxt_source_overrun(&source, 10, 5, 1);
	expect(POSIX_TRACE_OVERFLOW, 5);
	EVENTS(30, 40);
	ck_assert_uint_eq(pxt_merge_drop_after(&source.merge, 35), 0);
	expect(POSIX_TRACE_RESUME, 20);
	EVENTS(21);
	ck_assert_uint_eq(pxt_merge_drop_after(&source.merge, 35), 0);
	ck_assert_int_eq(pxt_source_next(&source, 100, &event), 0);
	ck_assert_uint_eq(event->ticks, 20);
	ck_assert_uint_eq(event->thread, 7);
	ck_assert_uint_eq(event->len, 4);
	ck_assert_mem_eq(event->data, "data", 4);
	expect(PXT_ID_USER, 21);
	expect(PXT_ID_USER, 30);
	expect(PXT_ID_USER, 40);
	expect_end();
}
END_TEST

START_TEST(record_of_a_gap_is_reported_as_a_gap)
{
	EVENTS(10, 30);
	add_gap(20, 4, 15, sizeof(struct pxt_gap));
	expect(PXT_ID_USER, 10);
	expect_gap(15, 30);
	ck_assert_uint_eq(source.loss.events, 4);
	expect_end();
}
END_TEST

START_TEST(record_of_a_gap_that_begins_after_itself_begins_there)
{
	EVENTS(10, 30);
	add_gap(20, 4, 25, sizeof(struct pxt_gap));
	expect(PXT_ID_USER, 10);
	expect_gap(20, 30);
}
END_TEST

/* A log may contain anything. */
START_TEST(record_of_a_gap_that_is_too_short_is_none)
{
	EVENTS(10, 30);
	add_gap(20, 4, 15, sizeof(struct pxt_gap) - 8);
	expect(PXT_ID_USER, 10);
	expect(PXT_ID_USER, 30);
	expect_end();
}
END_TEST

/* In an UNTIL_FULL stream, START after STOP already reports the gap (UF-6). */
START_TEST(source_that_shows_no_gaps_keeps_their_numbers)
{
	source.shows_gaps = false;
	EVENTS(10, 30);
	add_gap(20, 4, 15, sizeof(struct pxt_gap));
	add_start(25);
	expect(PXT_ID_USER, 10);
	expect(POSIX_TRACE_START, 25);
	ck_assert_uint_eq(source.loss.events, 4);
	ck_assert_uint_eq(source.loss.first, 15);
	ck_assert_int_eq(source.loss_resume_ns, 20);
	expect(PXT_ID_USER, 30);
	expect_end();
}
END_TEST

/* Events that a full disk refused; no START reports them. */
START_TEST(source_that_shows_no_gaps_shows_one_while_it_runs)
{
	source.shows_gaps = false;
	EVENTS(10, 30);
	add_gap(20, 4, 15, sizeof(struct pxt_gap));
	expect(PXT_ID_USER, 10);
	expect_gap(15, 30);
	expect_end();
	ck_assert_uint_eq(source.loss.events, 4);
}
END_TEST

START_TEST(what_was_before_a_clear_does_not_come_and_is_not_missed)
{
	EVENTS(10, 20, 30);
	pxt_source_overrun(&source, 5, 1, 100);
	add_gap(15, 7, 12, sizeof(struct pxt_gap));
	pxt_source_clear(&source, 20);
	expect(PXT_ID_USER, 30);
	expect_end();
	ck_assert_uint_eq(source.loss.events, 0);
}
END_TEST

START_TEST(gap_half_reported_is_dropped_by_a_clear)
{
	EVENTS(10);
	pxt_source_overrun(&source, 5, 1, 1);
	expect(POSIX_TRACE_OVERFLOW, 1);
	pxt_source_clear(&source, 10);
	EVENTS(20);
	expect(PXT_ID_USER, 20);
	expect_end();
}
END_TEST

/* Random events and overruns: all missing events are counted, and every gap in
 * the sequence is reported at its place. */
START_TEST(events_and_losses_add_up)
{
	uint64_t seed = (uint64_t)_i, now = 10, put = 0, gone = 0, seen = 0;
	uint64_t lost = 0, last = 0;
	unsigned after = PXT_ID_USER;
	const struct pxt_event *event;

	for (int round = 0; round < 50; round++) {
		uint64_t n = 1 + support_random_below(&seed, 20);
		uint64_t begin = now;
		unsigned chunk = runs_chunk(1, PXT_KIND_EVENTS);
		struct pxt_run run;

		for (uint64_t i = 0; i < n; i++)
			ck_assert(runs_put(chunk, now++, PXT_ID_USER, NULL, 0));
		put += n;
		run = runs_since(chunk);
		if (support_random_below(&seed, 3) == 0) {
			/* These or some earlier events were overwritten before
			 * they were added. */
			pxt_source_overrun(&source, now - 1, begin, n);
			gone += n;
		} else {
			ck_assert_int_eq(pxt_merge_add(&source.merge, &run), 0);
		}
		if (support_random_below(&seed, 2))
			continue;
		while (pxt_source_next(&source, now, &event) == 0) {
			ck_assert_uint_ge(event->ticks, last);
			switch (event->id) {
			case POSIX_TRACE_OVERFLOW:
				ck_assert_uint_eq(after, PXT_ID_USER);
				ck_assert_uint_gt(event->ticks, last);
				lost += source.loss.events;
				break;
			case POSIX_TRACE_RESUME:
				ck_assert_uint_eq(after, POSIX_TRACE_OVERFLOW);
				break;
			default:
				/* No event is missing without a gap. */
				if (after == PXT_ID_USER && seen)
					ck_assert_uint_eq(event->ticks,
							  last + 1);
				seen++;
			}
			after = event->id;
			last = event->ticks;
		}
	}
	EVENTS(now);
	while (pxt_source_next(&source, now, &event) == 0) {
		if (event->id == POSIX_TRACE_OVERFLOW)
			lost += source.loss.events;
		seen += event->id == PXT_ID_USER;
	}
	ck_assert_uint_gt(gone, 0);
	ck_assert_uint_ge(lost, gone);
	ck_assert_uint_eq(seen + lost, put + 1);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("source");
	TCase *tc = tcase_create("source");

	suite_add_tcase(suite, tc);
	tcase_add_checked_fixture(tc, setup, teardown);
	tcase_add_test(tc, without_a_loss_there_are_only_events);
	tcase_add_test(tc,
		overrun_is_reported_ahead_of_the_first_event_after_it);
	tcase_add_test(tc, times_of_a_loss_do_not_follow_the_clock);
	tcase_add_test(tc, events_as_old_as_what_is_lost_are_lost_too);
	tcase_add_test(tc, loss_is_reported_only_when_an_event_comes_after_it);
	tcase_add_test(tc,
		loss_at_the_end_is_reported_once_and_nothing_resumes);
	tcase_add_test(tc,
		       loss_at_the_end_of_a_source_that_shows_none_is_not_reported);
	tcase_add_test(tc, losses_with_nothing_in_between_are_one);
	tcase_add_test(tc, each_gap_is_reported_in_its_place);
	tcase_add_test(tc, gap_does_not_begin_after_the_event_behind_it);
	tcase_add_test(tc, higher_horizon_without_a_count_only_drops);
	tcase_add_test(tc, gap_once_begun_is_reported_whatever_the_limit);
	tcase_add_test(tc, event_behind_a_gap_stays_while_the_gap_is_reported);
	tcase_add_test(tc, record_of_a_gap_is_reported_as_a_gap);
	tcase_add_test(tc,
		       record_of_a_gap_that_begins_after_itself_begins_there);
	tcase_add_test(tc, record_of_a_gap_that_is_too_short_is_none);
	tcase_add_test(tc, source_that_shows_no_gaps_keeps_their_numbers);
	tcase_add_test(tc, source_that_shows_no_gaps_shows_one_while_it_runs);
	tcase_add_test(tc,
		what_was_before_a_clear_does_not_come_and_is_not_missed);
	tcase_add_test(tc, gap_half_reported_is_dropped_by_a_clear);
	tcase_add_loop_test(tc, events_and_losses_add_up, 0, 20);
	return support_run(suite);
}
