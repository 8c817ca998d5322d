/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* Reading dumps of every variant: their events, and the threads and times of
 * these. */
#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "dumpfile.h"
#include "dump/dump.h"
#include "support.h"

enum { THREAD = PXT_THREADX_OBJECT_THREAD };

static struct dumpfile file;
static struct pxt_dump *dump;

static void teardown(void)
{
	pxt_dump_close(dump);
	dump = NULL;
	dumpfile_end(&file);
	file = (struct dumpfile){ 0 };
}

/* The four kinds of targets; a loop test has _i select one. */
static void begin(int variant)
{
	file.ulong_size = variant & 1 ? 8 : 4;
	file.big_endian = variant & 2;
	dumpfile_begin(&file);
}

enum { VARIANTS = 4 };

static void open_part(size_t size)
{
	int fd = dumpfile_open(&file, size);

	pxt_dump_close(dump);
	dump = NULL;
	ck_assert_int_eq(pxt_dump_open(fd, &dump, NULL), 0);
	close(fd);
}

static const struct pxt_dump_summary *open_all(void)
{
	open_part(file.size);
	return pxt_dump_get_summary(dump);
}

/*
 * Expect the events from number `first` on, in their order.  The information
 * words contain the number of an event.
 */
static void expect_events(uint64_t first, unsigned n)
{
	struct pxt_dump_place place;
	struct pxt_dump_event event;

	pxt_dump_begin(&place);
	for (unsigned i = 0; i < n; i++) {
		ck_assert_int_eq(pxt_dump_next(dump, &place, &event), 0);
		for (unsigned w = 0; w < PXT_THREADX_WORDS; w++)
			ck_assert_uint_eq(event.entry.info[w],
					  (first + i) * 16 + w);
	}
	ck_assert_int_eq(pxt_dump_next(dump, &place, &event), ENOENT);
}

/* Expect these times of the events. */
static void expect_times(const uint64_t *ticks, unsigned n)
{
	struct pxt_dump_place place;
	struct pxt_dump_event event;

	pxt_dump_begin(&place);
	for (unsigned i = 0; i < n; i++) {
		ck_assert_int_eq(pxt_dump_next(dump, &place, &event), 0);
		ck_assert_uint_eq(event.ticks, ticks[i]);
	}
	ck_assert_int_eq(pxt_dump_next(dump, &place, &event), ENOENT);
}

START_TEST(buffer_with_room_has_its_events_from_the_start)
{
	const struct pxt_dump_summary *summary;

	begin(_i);
	dumpfile_events(&file, 7, 1000, 10);
	summary = open_all();
	ck_assert_uint_eq(summary->n_events, 7);
	ck_assert(!summary->is_full);
	ck_assert(!summary->is_wrapped);
	ck_assert_uint_eq(summary->span, 60);
	expect_events(0, 7);
}
END_TEST

START_TEST(buffer_just_full_has_all_its_events)
{
	const struct pxt_dump_summary *summary;

	begin(_i);
	dumpfile_events(&file, file.n_room, 1000, 10);
	summary = open_all();
	ck_assert_uint_eq(summary->n_events, file.n_room);
	ck_assert(summary->is_full);
	ck_assert(!summary->is_wrapped);
	expect_events(0, file.n_room);
}
END_TEST

START_TEST(wrapped_buffer_begins_with_the_oldest_event)
{
	const struct pxt_dump_summary *summary;

	begin(_i);
	dumpfile_events(&file, file.n_room + 5, 1000, 10);
	summary = open_all();
	ck_assert_uint_eq(summary->n_events, file.n_room);
	ck_assert_uint_eq(summary->oldest, 5);
	ck_assert(summary->is_wrapped);
	expect_events(5, file.n_room);
}
END_TEST

START_TEST(buffer_that_was_never_used_has_no_event)
{
	begin(_i);
	ck_assert_uint_eq(open_all()->n_events, 0);
	expect_events(0, 0);
}
END_TEST

/* A pointer to the end, into the header, or between entries. */
START_TEST(current_pointer_to_no_entry_is_the_start)
{
	static const int64_t where[] = { 0, -32, 8, 1 << 20 };
	const struct pxt_dump_summary *summary;

	dumpfile_begin(&file);
	dumpfile_events(&file, file.n_room, 1000, 10);
	dumpfile_put(&file, 0, 8, file.base +
		     (uint64_t)((int64_t)dumpfile_entry(&file, _i == 0 ?
				file.n_room : 0) + where[_i]));
	summary = open_all();
	ck_assert(!summary->has_current);
	ck_assert_uint_eq(summary->oldest, 0);
	expect_events(0, file.n_room);
}
END_TEST

START_TEST(objects_have_names_of_any_size)
{
	static const unsigned sizes[] = { 1, 2, 7, 16, 30, 31, 64, 200, 1000 };
	static const char name[] = "thread one";
	const struct pxt_dump_object *object;
	size_t n, len;

	file.name_size = sizes[_i / VARIANTS];
	len = file.name_size - 1 < strlen(name) ? file.name_size - 1 :
	      strlen(name);
	begin(_i % VARIANTS);
	dumpfile_events(&file, 3, 0, 1);
	open_all();
	object = pxt_dump_get_objects(dump, &n);
	ck_assert_uint_eq(n, 3);
	ck_assert_uint_eq(strlen(object[0].name), len);
	ck_assert_int_eq(strncmp(object[0].name, name, len), 0);
	ck_assert_int_eq(object[0].priority, 5);
	ck_assert_int_eq(object[1].priority, -1);
	ck_assert_uint_eq(object[1].parameter[0], 0x20003000);
	ck_assert_uint_eq(object[1].parameter[1], 2048);
	ck_assert_uint_eq(object[2].type, 3);
	ck_assert_uint_eq(object[2].address, DUMPFILE_QUEUE);
	expect_events(0, 3);
}
END_TEST

START_TEST(objects_may_have_no_names)
{
	const struct pxt_dump_object *object;
	size_t n;

	file.nameless = true;
	begin(_i);
	dumpfile_events(&file, 3, 0, 1);
	open_all();
	object = pxt_dump_get_objects(dump, &n);
	ck_assert_uint_eq(n, 3);
	ck_assert_str_eq(object[0].name, "");
	ck_assert(object[0].is_ended);
	ck_assert_int_eq(object[0].priority, 5);
	ck_assert_uint_eq(object[2].address, DUMPFILE_QUEUE);
	expect_events(0, 3);
}
END_TEST

START_TEST(address_belongs_to_the_object_in_use)
{
	dumpfile_begin(&file);
	dumpfile_object(&file, 1, 7, 0x5000, 0, 0, "was there");
	dumpfile_object(&file, 1, 7, 0x5000, 0, 0, "is there");
	dumpfile_object(&file, 4, -1, 0x6000, 0, 0, "a semaphore");
	dumpfile_object(&file, 1, 7, 0x6000, 0, 0, "a thread");
	file.bytes[dumpfile_slot(&file, 3)] = 1;
	open_all();
	ck_assert_str_eq(pxt_dump_find(dump, 0x5000, 0)->name, "is there");
	ck_assert_str_eq(pxt_dump_find(dump, 0x6000, 0)->name, "a semaphore");
	ck_assert_str_eq(pxt_dump_find(dump, 0x6000, THREAD)->name, "a thread");
	ck_assert_ptr_null(pxt_dump_find(dump, 0x7000, 0));
	ck_assert_ptr_null(pxt_dump_find(dump, DUMPFILE_QUEUE, THREAD));
}
END_TEST

START_TEST(deleted_object_keeps_its_name)
{
	dumpfile_begin(&file);
	file.bytes[dumpfile_slot(&file, 1)] = 1;
	open_all();
	ck_assert_str_eq(pxt_dump_find(dump, DUMPFILE_THREAD_2, THREAD)->name,
			 "thread two");
}
END_TEST

START_TEST(context_says_who_ran)
{
	struct pxt_dump_place place;
	struct pxt_dump_event event;

	begin(_i);
	dumpfile_event(&file, 0xf0f0f0f0, 0, 100, 1);
	dumpfile_event(&file, DUMPFILE_THREAD_1, 0x80070009, 69, 2);
	dumpfile_event(&file, DUMPFILE_THREAD_2, 3, 68, 3);
	dumpfile_event(&file, 0xffffffff, DUMPFILE_THREAD_2, 3, 4);
	open_all();
	pxt_dump_begin(&place);

	ck_assert_int_eq(pxt_dump_next(dump, &place, &event), 0);
	ck_assert_int_eq(event.context, PXT_DUMP_INITIALIZATION);
	ck_assert_uint_eq(event.thread, 0);
	ck_assert_int_eq(event.priority, -1);

	ck_assert_int_eq(pxt_dump_next(dump, &place, &event), 0);
	ck_assert_int_eq(event.context, PXT_DUMP_THREAD);
	ck_assert_uint_eq(event.thread, DUMPFILE_THREAD_1);
	ck_assert_int_eq(event.priority, 9);
	ck_assert_int_eq(event.threshold, 7);

	/* An old ThreadX stores the priority only. */
	ck_assert_int_eq(pxt_dump_next(dump, &place, &event), 0);
	ck_assert_int_eq(event.priority, 3);
	ck_assert_int_eq(event.threshold, -1);

	ck_assert_int_eq(pxt_dump_next(dump, &place, &event), 0);
	ck_assert_int_eq(event.context, PXT_DUMP_INTERRUPT);
	ck_assert_uint_eq(event.thread, DUMPFILE_THREAD_2);
	ck_assert_int_eq(event.priority, -1);
}
END_TEST

START_TEST(types_are_named_by_their_ids)
{
	static const struct {
		uint64_t id;
		const char *name;
	} cases[] = {
		{ 0, "threadx_event_0" }, { 69, "tx_queue_send" },
		{ 254, "fx_file_write" }, { 421, "nx_tcp_socket_send" },
		{ 999, "ux_error" }, { 1034, "threadx_event_1034" },
		{ 4096, "user_event_4096" }, { 65535, "user_event_65535" },
		{ 65536, "threadx_event_65536" },
		{ 0xffffffff, "threadx_event_4294967295" },
	};
	enum { CASES = sizeof(cases) / sizeof(cases[0]) };
	struct pxt_dump_place place;
	struct pxt_dump_event event;

	begin(_i);
	for (unsigned i = 0; i < CASES; i++)
		dumpfile_event(&file, DUMPFILE_THREAD_1, 1, cases[i].id, i);
	open_all();
	pxt_dump_begin(&place);
	for (unsigned i = 0; i < CASES; i++) {
		ck_assert_int_eq(pxt_dump_next(dump, &place, &event), 0);
		ck_assert_uint_eq(event.type, PXT_ID_USER + 1 + i);
		ck_assert_str_eq(pxt_dump_get_name(dump, event.type),
				 cases[i].name);
	}
	ck_assert_ptr_null(pxt_dump_get_name(dump, PXT_ID_USER));
	ck_assert_ptr_null(pxt_dump_get_name(dump, PXT_ID_USER + 1 + CASES));
}
END_TEST

START_TEST(ids_have_the_core_in_them_if_there_are_several)
{
	struct pxt_dump_place place;
	struct pxt_dump_event event;

	begin(_i);
	for (unsigned i = 0; i < 8; i++)
		dumpfile_event(&file, DUMPFILE_THREAD_1, 1,
			       (i % 4) << 24 | (i < 4 ? 69 : 4100), i);
	ck_assert(open_all()->is_smp);
	pxt_dump_begin(&place);
	for (unsigned i = 0; i < 8; i++) {
		ck_assert_int_eq(pxt_dump_next(dump, &place, &event), 0);
		ck_assert_int_eq(event.core, (int)i % 4);
		ck_assert_str_eq(pxt_dump_get_name(dump, event.type),
				 i < 4 ? "tx_queue_send" : "user_event_4100");
	}
}
END_TEST

START_TEST(id_that_only_looks_like_one_of_another_core_is_left_alone)
{
	struct pxt_dump_place place;
	struct pxt_dump_event event;

	dumpfile_begin(&file);
	for (unsigned i = 0; i < 8; i++)
		dumpfile_event(&file, DUMPFILE_THREAD_1, 1, 0x2000045, i);
	ck_assert(!open_all()->is_smp);
	pxt_dump_begin(&place);
	ck_assert_int_eq(pxt_dump_next(dump, &place, &event), 0);
	ck_assert_int_eq(event.core, 0);
	ck_assert_uint_eq(event.id, 0x2000045);
}
END_TEST

START_TEST(types_beyond_what_a_stream_can_have_are_unnamed)
{
	struct pxt_dump_place place;
	struct pxt_dump_event event;
	unsigned n = 0, unnamed = 0;

	file.n_room = 70000;
	dumpfile_begin(&file);
	for (unsigned i = 0; i < file.n_room; i++)
		dumpfile_event(&file, DUMPFILE_THREAD_1, 1, i, i);
	open_all();
	pxt_dump_begin(&place);
	while (pxt_dump_next(dump, &place, &event) == 0) {
		n++;
		unnamed += event.type == PXT_ID_USER;
		ck_assert_uint_ge(event.type, PXT_ID_USER);
		ck_assert_uint_le(event.type,
				  PXT_ID_USER + TRACE_USER_EVENT_MAX);
	}
	ck_assert_uint_eq(n, 70000);
	ck_assert_uint_eq(unnamed, 70000 - TRACE_USER_EVENT_MAX);
}
END_TEST

START_TEST(time_goes_on_when_the_timer_begins_anew)
{
	static const struct {
		uint64_t mask, first;
		int64_t step;
	} cases[] = {
		{ 0xffff, 60000, 3000 }, { 0xffff, 3000, -3000 },
		{ 0xffffff, 0xfffff0, 7 }, { 0xffffffff, 0xfffffff0, 9 },
		{ 0xffffffff, 20, -9 }, { 0xff, 1, 100 },
		{ 0xffff, 0, 40000 }, { 0xffff, 0, -40000 },
	};
	enum { CASES = sizeof(cases) / sizeof(cases[0]) };
	uint64_t ticks[16];
	int64_t step = cases[_i / VARIANTS].step;

	file.mask = cases[_i / VARIANTS].mask;
	begin(_i % VARIANTS);
	ck_assert_int_lt(_i / VARIANTS, CASES);
	dumpfile_events(&file, 16, cases[_i / VARIANTS].first, step);
	for (unsigned i = 0; i < 16; i++)
		ticks[i] = i * (uint64_t)(step < 0 ? -step : step);
	/* In 16 bits, a step of 40000 looks like one of 25536 in the other
	 * direction. */
	if (step == 40000 || step == -40000)
		for (unsigned i = 0; i < 16; i++)
			ticks[i] = i * (65536 - UINT64_C(40000));
	open_all();
	expect_times(ticks, 16);
}
END_TEST

START_TEST(nanoseconds_that_wrap_each_second_are_found_out)
{
	uint64_t ticks[16];

	begin(_i);
	for (unsigned i = 0; i < 16; i++) {
		ticks[i] = i * UINT64_C(150000000);
		dumpfile_event(&file, DUMPFILE_THREAD_1, 1, 69,
			       (ticks[i] + 900000000) % 1000000000);
	}
	ck_assert_int_eq(open_all()->clock, PXT_DUMP_SECONDS);
	ck_assert_uint_eq(pxt_dump_get_summary(dump)->n_wraps, 3);
	expect_times(ticks, 16);
}
END_TEST

START_TEST(stamps_all_the_same_are_one_moment)
{
	static const uint64_t ticks[16];

	begin(_i);
	dumpfile_events(&file, 16, 0, 0);
	ck_assert_int_eq(open_all()->clock, PXT_DUMP_STATIC);
	expect_times(ticks, 16);
}
END_TEST

START_TEST(late_stamp_has_the_time_of_the_event_before)
{
	static const uint64_t stamps[] = { 1000, 2000, 1995, 3000, 4000 };
	static const uint64_t ticks[] = { 0, 1000, 1000, 2000, 3000 };

	dumpfile_begin(&file);
	for (unsigned i = 0; i < 5; i++)
		dumpfile_event(&file, DUMPFILE_THREAD_1, 1, 69, stamps[i]);
	ck_assert_uint_eq(open_all()->n_late, 1);
	expect_times(ticks, 5);
}
END_TEST

/* Writing of the entry at `current` had begun: its stamp is newer than the last
 * one's. */
START_TEST(torn_first_event_does_not_spoil_the_time)
{
	uint64_t ticks[16] = { 0 };

	begin(_i);
	dumpfile_events(&file, 20, 1000, 10);
	dumpfile_put(&file, dumpfile_entry(&file, 4), 3, 1000 + 20 * 10);
	ck_assert(open_all()->first_is_torn);
	for (unsigned i = 2; i < 16; i++)
		ticks[i] = (i - 1) * 10;
	expect_times(ticks, 16);
}
END_TEST

/* The thread pointer was written, the other words are older. */
START_TEST(torn_last_event_does_not_spoil_the_time)
{
	uint64_t ticks[8];

	begin(_i);
	dumpfile_events(&file, 7, 1000, 10);
	dumpfile_put(&file, dumpfile_entry(&file, 7), 0, DUMPFILE_THREAD_1);
	dumpfile_put(&file, dumpfile_entry(&file, 7), 3, 3);
	ck_assert(open_all()->last_is_torn);
	for (unsigned i = 0; i < 8; i++)
		ticks[i] = (i < 7 ? i : 6) * 10;
	expect_times(ticks, 8);
}
END_TEST

/* 64-bit stamps may have any value: times increase and do not overflow. */
START_TEST(time_never_falls_whatever_the_stamps)
{
	struct pxt_dump_place place;
	struct pxt_dump_event event;
	uint64_t random = (uint64_t)_i + 1, last = 0;

	file.mask = _i % 2 ? UINT64_MAX : support_random(&random);
	file.n_room = 200;
	begin(1);
	for (unsigned i = 0; i < 200; i++)
		dumpfile_event(&file, DUMPFILE_THREAD_1, 1, 69,
			       support_random(&random));
	open_all();
	pxt_dump_begin(&place);
	while (pxt_dump_next(dump, &place, &event) == 0) {
		ck_assert_uint_ge(event.ticks, last);
		ck_assert_uint_lt(event.ticks, INT64_MAX);
		last = event.ticks;
	}
	ck_assert_uint_eq(place.next, 200);
}
END_TEST

START_TEST(truncated_buffer_has_the_whole_entries_that_are_there)
{
	begin(_i);
	dumpfile_events(&file, 12, 1000, 10);
	open_part(dumpfile_entry(&file, 9) + 5);
	ck_assert_uint_eq(pxt_dump_get_summary(dump)->n_events, 9);
	ck_assert_uint_eq(pxt_dump_get_summary(dump)->missing, 3);
	ck_assert_uint_eq(pxt_dump_get_summary(dump)->missing_at, 9);
	expect_events(0, 9);
	/* Entries that were never used do not count as missing. */
	open_part(dumpfile_entry(&file, 13));
	ck_assert_uint_eq(pxt_dump_get_summary(dump)->missing, 0);
	ck_assert(!pxt_dump_get_summary(dump)->ends_at_current);
	expect_events(0, 12);
	/* It is not known whether the next one was used. */
	open_part(dumpfile_entry(&file, 12) + 5);
	ck_assert_uint_eq(pxt_dump_get_summary(dump)->missing, 0);
	ck_assert(pxt_dump_get_summary(dump)->ends_at_current);
	expect_events(0, 12);
}
END_TEST

START_TEST(truncated_ring_misses_events_in_the_middle)
{
	struct pxt_dump_place place;
	struct pxt_dump_event event;
	uint64_t n = 0;

	begin(_i);
	dumpfile_events(&file, 20, 1000, 10);
	open_part(dumpfile_entry(&file, 13));
	ck_assert_uint_eq(pxt_dump_get_summary(dump)->missing, 3);
	ck_assert_uint_eq(pxt_dump_get_summary(dump)->missing_at, 9);
	pxt_dump_begin(&place);
	for (; pxt_dump_next(dump, &place, &event) == 0; n++)
		ck_assert_uint_eq(event.entry.info[0],
				  (n < 9 ? n + 4 : n + 7) * 16);
	ck_assert_uint_eq(n, 13);
}
END_TEST

START_TEST(addresses_may_wrap_at_the_end_of_memory)
{
	file.base = 0xfffffe00;
	dumpfile_begin(&file);
	dumpfile_events(&file, 20, 1000, 10);
	open_all();
	ck_assert(pxt_dump_get_layout(dump)->by_pointers);
	expect_events(4, 16);
}
END_TEST

/* With base 0 and wrong pointers, only differences between pointers count. */
START_TEST(parts_follow_each_other_if_the_pointers_make_no_sense)
{
	dumpfile_begin(&file);
	dumpfile_events(&file, 20, 1000, 10);
	dumpfile_put(&file, 0, 2, 0);
	open_all();
	ck_assert(!pxt_dump_get_layout(dump)->by_pointers);
	expect_events(4, 16);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("dump");
	TCase *tc = support_case(suite, "events");

	tcase_add_checked_fixture(tc, NULL, teardown);
	tcase_add_loop_test(tc, buffer_with_room_has_its_events_from_the_start,
			    0, VARIANTS);
	tcase_add_loop_test(tc, buffer_just_full_has_all_its_events, 0,
			    VARIANTS);
	tcase_add_loop_test(tc, wrapped_buffer_begins_with_the_oldest_event, 0,
			    VARIANTS);
	tcase_add_loop_test(tc, buffer_that_was_never_used_has_no_event, 0,
			    VARIANTS);
	tcase_add_loop_test(tc, current_pointer_to_no_entry_is_the_start, 0, 4);
	tcase_add_loop_test(tc, truncated_buffer_has_the_whole_entries_that_are_there,
			    0, VARIANTS);
	tcase_add_loop_test(tc, truncated_ring_misses_events_in_the_middle, 0,
			    VARIANTS);
	tcase_add_test(tc, addresses_may_wrap_at_the_end_of_memory);
	tcase_add_test(tc, parts_follow_each_other_if_the_pointers_make_no_sense);

	tc = support_case(suite, "names");
	tcase_add_checked_fixture(tc, NULL, teardown);
	tcase_add_loop_test(tc, objects_have_names_of_any_size, 0,
			    9 * VARIANTS);
	tcase_add_loop_test(tc, objects_may_have_no_names, 0, VARIANTS);
	tcase_add_test(tc, address_belongs_to_the_object_in_use);
	tcase_add_test(tc, deleted_object_keeps_its_name);
	tcase_add_loop_test(tc, context_says_who_ran, 0, VARIANTS);
	tcase_add_loop_test(tc, types_are_named_by_their_ids, 0, VARIANTS);
	tcase_add_loop_test(tc, ids_have_the_core_in_them_if_there_are_several,
			    0, VARIANTS);
	tcase_add_test(tc, id_that_only_looks_like_one_of_another_core_is_left_alone);
	tcase_add_test(tc, types_beyond_what_a_stream_can_have_are_unnamed);

	tc = support_case(suite, "time");
	tcase_add_checked_fixture(tc, NULL, teardown);
	tcase_add_loop_test(tc, time_goes_on_when_the_timer_begins_anew, 0,
			    8 * VARIANTS);
	tcase_add_loop_test(tc, nanoseconds_that_wrap_each_second_are_found_out,
			    0, VARIANTS);
	tcase_add_loop_test(tc, stamps_all_the_same_are_one_moment, 0,
			    VARIANTS);
	tcase_add_test(tc, late_stamp_has_the_time_of_the_event_before);
	tcase_add_loop_test(tc, torn_first_event_does_not_spoil_the_time, 0,
			    VARIANTS);
	tcase_add_loop_test(tc, torn_last_event_does_not_spoil_the_time, 0,
			    VARIANTS);
	tcase_add_loop_test(tc, time_never_falls_whatever_the_stamps, 0, 40);
	return support_run(suite);
}
