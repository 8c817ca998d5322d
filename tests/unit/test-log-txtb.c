/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * The TXTB front of a log. view_as_tracex() reads a file as TraceX does: from
 * the first byte on, without seeking, with TraceX's interpretation of times.
 */
#include <endian.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "log/txtb.h"
#include "logfile.h"
#include "support.h"

static int fd;
static struct pxt_log *the_log;

static void setup(void)
{
	struct pxt_log_head head = logfile_head(POSIX_TRACE_APPEND, 0);

	support_begin();
	fd = logfile_open("txtb");
	ck_assert_int_eq(pxt_log_create(fd, &head, &the_log), 0);
}

static void teardown(void)
{
	logfile_destroy(the_log);
	close(fd);
	support_check_leaks();
}

/* TraceX's view of a file. */
static struct view {
	uint32_t n_slots;
	struct pxt_txtb_slot slots[PXT_TXTB_SLOTS];
	uint32_t n;		/* entries before the first unused one */
	struct pxt_txtb_entry entries[PXT_TXTB_ENTRIES];
	bool is_rising;
	int64_t ticks[PXT_TXTB_ENTRIES];	/* from the first entry */
} view;

static uint32_t word_at(const unsigned char *bytes, size_t offset)
{
	uint32_t word;

	memcpy(&word, bytes + offset, sizeof(word));
	return word;
}

/* Relative times, computed from differences of adjacent entries only. */
static void work_out_time(void)
{
	size_t rises = 0, falls = 0;

	for (uint32_t i = 2; i < view.n; i++) {
		rises += view.entries[i].stamp > view.entries[i - 1].stamp;
		falls += view.entries[i].stamp < view.entries[i - 1].stamp;
	}
	view.is_rising = rises > falls;
	view.ticks[0] = 0;
	for (uint32_t i = 1; i < view.n; i++) {
		uint32_t step = view.entries[i].stamp -
				view.entries[i - 1].stamp;

		view.ticks[i] = view.ticks[i - 1] +
				(view.is_rising ? step : -step);
	}
}

/* Fails if TraceX would refuse the file or show nothing. */
static void view_as_tracex(void)
{
	static unsigned char bytes[PXT_LOG_HEAD];
	uint32_t registry, buffer;
	uint16_t name_size;
	size_t at = 48;

	memset(&view, 0, sizeof(view));
	ck_assert_int_eq(pread(fd, bytes, sizeof(bytes), 0), sizeof(bytes));
	ck_assert_uint_eq(word_at(bytes, 0), 0x54585442);
	memcpy(&name_size, bytes + 18, sizeof(name_size));
	ck_assert_uint_lt(name_size, 64);
	registry = word_at(bytes, 20) - word_at(bytes, 12);
	ck_assert_uint_gt(word_at(bytes, 20), word_at(bytes, 12));
	ck_assert_uint_eq(registry % (16 + name_size), 0);
	view.n_slots = registry / (16 + name_size);
	ck_assert_uint_eq(view.n_slots, PXT_TXTB_SLOTS);
	ck_assert_uint_eq(word_at(bytes, 24), word_at(bytes, 20));
	buffer = word_at(bytes, 28) - word_at(bytes, 24);
	ck_assert_uint_gt(word_at(bytes, 28), word_at(bytes, 24));
	ck_assert_uint_le(buffer, 0x07ffffff);
	ck_assert_uint_eq(buffer % 32, 0);
	/* The current pointer is at the oldest entry, here always the first. */
	ck_assert_uint_eq(word_at(bytes, 32), word_at(bytes, 24));

	for (uint32_t i = 0; i < view.n_slots; i++, at += 48)
		memcpy(&view.slots[i], bytes + at, 48);
	ck_assert_uint_eq(at, 12288);
	for (; view.n < buffer / 32 && word_at(bytes, at) != 0; at += 32)
		memcpy(&view.entries[view.n++], bytes + at, 32);
	for (; at < sizeof(bytes); at++)
		if (bytes[at])
			ck_abort_msg("bytes behind the last entry");
	work_out_time();
}

static void check_slots(void)
{
	for (uint32_t i = 0; i < view.n_slots; i++) {
		const struct pxt_txtb_slot *slot = &view.slots[i];

		if (slot->type == 0)
			continue;
		ck_assert_uint_eq(slot->available, 0);
		ck_assert(slot->name[0] > 0x20 && slot->name[0] < 0x7f);
		ck_assert(memchr(slot->name, 0, 32));
		for (const char *c = slot->name; *c; c++)
			ck_assert(*c >= 0x20 && *c < 0x7f);
		ck_assert(slot->object != 0 && slot->object < 0xf0f0f0f0);
		/* An address is that of one object, of whatever type. */
		for (uint32_t k = 0; k < i; k++)
			if (view.slots[k].type &&
			    view.slots[k].object == slot->object)
				ck_abort_msg("two objects at an address");
	}
}

/* Complete the log with these events, then read it. */
static void complete(const struct pxt_event *events, const int64_t *time_ns,
		     size_t n)
{
	struct pxt_log_status status = logfile_status();

	ck_assert_int_eq(pxt_log_complete(the_log, &status, events, time_ns,
					  n), 0);
	view_as_tracex();
	check_slots();
	/* TraceX shows nothing if there are fewer than two entries or all times
	 * are equal. */
	ck_assert_uint_ge(view.n, 2);
	ck_assert(view.is_rising);
	for (uint32_t i = 0; i < view.n; i++) {
		ck_assert(view.entries[i].context != 0 &&
			  view.entries[i].context <= 0xf0f0f0f0);
		ck_assert_uint_eq(view.entries[i].priority, 0x80100010);
		ck_assert(i == 0 || view.ticks[i] >= view.ticks[i - 1]);
	}
}

/* The entries of events, in order; others were added by the library. */
static uint32_t events_of_view(uint32_t at[])
{
	uint32_t n = 0;

	for (uint32_t i = 0; i < view.n; i++) {
		uint32_t id = view.entries[i].id;

		if (id >= PXT_TXTB_USER && id < PXT_TXTB_USER + PXT_ID_SPACE)
			at[n++] = i;
		else
			ck_assert(id == PXT_TXTB_TIME ||
				  id == PXT_TXTB_RUNNING);
	}
	return n;
}

static const struct pxt_txtb_slot *slot_of(uint32_t object)
{
	for (uint32_t i = 0; i < view.n_slots; i++)
		if (view.slots[i].type && view.slots[i].object == object)
			return &view.slots[i];
	return NULL;
}

START_TEST(header_is_the_one_threadx_writes)
{
	static const uint32_t expected[12] = {
		0x54585442, 0xffffffff, 0, 48, 0, 12288, 12288, 45056, 12288,
		PXT_TXTB_MAGIC, 45056, 0,
	};
	unsigned char bytes[48];

	ck_assert_int_eq(pread(fd, bytes, sizeof(bytes), 0), sizeof(bytes));
	for (size_t i = 0; i < 12; i++) {
		if (i != 4)
			ck_assert_uint_eq(word_at(bytes, 4 * i), expected[i]);
	}
	if (le32toh(1) == 1) {
		ck_assert_mem_eq(bytes, "BTXT", 4);
		ck_assert_mem_eq(bytes + 16, "\0\0\x20\0", 4);
	} else {
		ck_assert_mem_eq(bytes, "TXTB", 4);
		ck_assert_mem_eq(bytes + 16, "\0\0\0\x20", 4);
	}
	view_as_tracex();
	ck_assert_uint_eq(view.n, 0);
}
END_TEST

START_TEST(threads_and_event_types_have_slots_and_plain_names)
{
	const struct pxt_txtb_slot *slot;

	ck_assert_int_eq(pxt_log_add_thread(the_log, 50, 51, "main"), 0);
	ck_assert_int_eq(pxt_log_add_thread(the_log, 50, 51, "renamed"), 0);
	ck_assert_int_eq(pxt_log_add_thread(the_log, 60, 51, "z\xc3\xbcg"), 0);
	ck_assert_int_eq(pxt_log_add_thread(the_log, 60, 61, ""), 0);
	ck_assert_int_eq(pxt_log_add_thread(the_log, 60, 62, "(sd-pam)"), 0);
	ck_assert_int_eq(pxt_log_add_name(the_log, 64,
		"a name of more than thirty-one bytes"), 0);
	ck_assert_int_eq(pxt_log_add_name(the_log, 64, "again"), 0);
	complete(NULL, NULL, 0);

	slot = slot_of(51);
	ck_assert_ptr_nonnull(slot);
	ck_assert_uint_eq(slot->type, 1);
	ck_assert_uint_eq(slot->reserved1, 0x80);
	ck_assert_uint_eq(slot->reserved2, 16);
	ck_assert_uint_eq(slot->parameter1, 50);
	ck_assert_uint_eq(slot->parameter2, 51);
	ck_assert_str_eq(slot->name, "renamed");
	/* The same id in another process is another thread. */
	slot = slot_of(0x40000000);
	ck_assert_ptr_nonnull(slot);
	ck_assert_uint_eq(slot->parameter1, 60);
	ck_assert_uint_eq(slot->parameter2, 51);
	ck_assert_str_eq(slot->name, "z??g");
	ck_assert_str_eq(slot_of(61)->name, "?");
	ck_assert_str_eq(slot_of(62)->name, "[sd-pam]");
	slot = slot_of(0x50000000 | 64);
	ck_assert_ptr_nonnull(slot);
	ck_assert_uint_eq(slot->type, 15);
	ck_assert_uint_eq(slot->parameter1, 64);
	ck_assert_str_eq(slot->name, "a name of more than thirty-one ");
}
END_TEST

enum { MANY = 3000 };

static struct pxt_event events[MANY];
static int64_t times[MANY];

static void make_events(size_t n, int64_t start_ns, int64_t step_ns)
{
	for (size_t i = 0; i < n; i++) {
		events[i] = (struct pxt_event){
			.id = 64 + (unsigned)(i % 5), .pid = 7,
			.tid = 70 + (int32_t)(i % 3),
			.data = "0123456789abcdef", .len = i % 17,
		};
		times[i] = start_ns + (int64_t)i * step_ns;
	}
}

/* TraceX would show a thread that does not exist. */
START_TEST(id_of_no_thread_has_no_slot_and_no_line)
{
	static const int32_t none[] = { 0, -1, (int32_t)0xf0f0f0f0 };
	uint32_t at[PXT_TXTB_ENTRIES];

	make_events(10, INT64_C(1700000000000000999), 1500);
	for (size_t i = 0; i < 3; i++) {
		events[3 * i].tid = none[i];
		ck_assert_int_eq(pxt_log_add_thread(the_log, 7, none[i], "?"),
				 0);
	}
	complete(events, times, 10);
	for (uint32_t i = 0; i < view.n_slots; i++)
		ck_assert_uint_eq(view.slots[i].type, 0);
	ck_assert_uint_eq(events_of_view(at), 10);
	for (size_t i = 0; i < 3; i++)
		ck_assert_uint_eq(view.entries[3 * i].context, 0xf0f0f0f0);
}
END_TEST

START_TEST(a_full_registry_takes_no_more_and_spoils_nothing)
{
	uint32_t n[16] = { 0 };
	char name[16];

	for (int i = 1; i < 300; i++) {
		snprintf(name, sizeof(name), "%d", i);
		ck_assert_int_eq(pxt_log_add_name(the_log, 64 + (unsigned)i,
						  name), 0);
		ck_assert_int_eq(pxt_log_add_thread(the_log, i, i % 200, name),
				 0);
	}
	complete(NULL, NULL, 0);
	for (uint32_t i = 0; i < view.n_slots; i++)
		n[view.slots[i].type]++;
	ck_assert_uint_eq(n[PXT_TXTB_THREAD], 128);
	ck_assert_uint_eq(n[PXT_TXTB_EVENT_TYPE], 127);
}
END_TEST

START_TEST(the_window_has_the_newest_events)
{
	static const size_t counts[] = { 3, 4, 100, 1023, 1024, 1025, MANY };
	size_t n = counts[_i], shown = n < 1024 ? n : 1024;
	uint32_t at[PXT_TXTB_ENTRIES];

	make_events(n, INT64_C(1700000000000000999), 1500);
	ck_assert_int_eq(pxt_log_add_thread(the_log, 7, 71, "named"), 0);
	complete(events, times, n);
	ck_assert_uint_eq(view.n, shown);
	ck_assert_uint_eq(events_of_view(at), shown);
	for (size_t i = 0; i < shown; i++) {
		const struct pxt_event *event = &events[n - shown + i];
		const struct pxt_txtb_entry *entry = &view.entries[i];
		char data[12] = "";

		memcpy(data, event->data, event->len < 12 ? event->len : 12);
		ck_assert_uint_eq(entry->id, 4096 + event->id);
		ck_assert_uint_eq(entry->context, (uint32_t)event->tid);
		ck_assert_uint_eq(entry->stamp, (uint32_t)(uint64_t)
				  (times[n - shown + i] / 1000));
		ck_assert_uint_eq(entry->info[0], event->len);
		ck_assert_mem_eq(&entry->info[1], data, 12);
	}
	ck_assert_str_eq(slot_of(71)->name, "named");
	ck_assert_ptr_null(slot_of(70));
}
END_TEST

/* Start, step and number of events that TraceX would misread without added
 * entries. */
static const struct {
	size_t n;
	int64_t start_us;
	int64_t step_us;
} awkward[] = {
	{ 0, 0, 0 }, { 1, 0, 0 }, { 1, 77, 0 }, { 2, 5, 1 }, { 2, 5, 0 },
	{ 3, 5, 0 }, { 1024, 1000, 0 }, { 3000, 1000, 0 },
	{ 2, 0xffffffff, 1 }, { 3, 0xfffffffe, 1 }, { 4, 0xfffffffe, 1 },
	{ 3, 0x100000000, 0 }, { 3, 0x100000002, 0 },
	{ 1024, 0xfffffff0, 1 }, { 5, 1, 0xffffffff }, { 5, 1, 0x80000000 },
	{ 5, 1, 0x40000000 }, { 5, 1, 0x40000001 }, { 6, 1, 0x300000000 },
	{ 3, 1700000000000000, 86400000000 },
};

START_TEST(awkward_times_are_seen_as_they_are)
{
	size_t n = awkward[_i].n, shown;
	int64_t step = awkward[_i].step_us;
	uint32_t at[PXT_TXTB_ENTRIES];

	make_events(n, awkward[_i].start_us * 1000 + 1, step * 1000);
	complete(events, times, n);
	shown = events_of_view(at);
	ck_assert_uint_ge(shown, n < 1019 ? n : 1019);
	for (size_t i = 1; i < shown; i++)
		ck_assert_int_eq(view.ticks[at[i]] - view.ticks[at[i - 1]],
				 step);
	if (n > 0)
		ck_assert_uint_eq(view.entries[at[shown - 1]].info[0],
				  events[n - 1].len);
}
END_TEST

/* Two clocks may round differently. */
START_TEST(a_time_that_falls_is_no_wrap)
{
	make_events(100, 1000000, 1000);
	times[50] -= 20000;
	times[99] -= 7000;
	complete(events, times, 100);
	ck_assert_uint_eq(view.n, 100);
	ck_assert_int_eq(view.ticks[99], 99 - 7);
}
END_TEST

START_TEST(a_silence_too_long_for_the_window_begins_it)
{
	uint32_t at[PXT_TXTB_ENTRIES];

	make_events(20, 0, 1000);
	for (size_t i = 10; i < 20; i++)
		times[i] += INT64_MAX / 2;
	complete(events, times, 20);
	ck_assert_uint_eq(events_of_view(at), 10);
	ck_assert_uint_eq(view.entries[at[0]].info[0], events[10].len);
}
END_TEST

START_TEST(thread_in_the_window_without_a_slot_has_one_object)
{
	make_events(1024, 0, 1000);
	for (size_t i = 0; i < 1024; i++) {
		events[i].pid = 1 + (int32_t)(i % 2);
		events[i].tid = 1 + (int32_t)(i / 4);
	}
	events[1023].pid = 0;
	events[1023].tid = 0;
	events[1022].tid = -5;
	ck_assert_int_eq(pxt_log_add_thread(the_log, 3, 17, "other"), 0);
	complete(events, times, 1024);
	for (size_t i = 0; i < 1024; i++) {
		for (size_t k = 0; k < i; k++) {
			bool same = events[i].pid == events[k].pid &&
				    events[i].tid == events[k].tid;

			if (same != (view.entries[i].context ==
				     view.entries[k].context))
				ck_abort_msg("threads mixed up");
		}
		if (view.entries[i].context == 17)
			ck_abort_msg("taken for a thread with a slot");
	}
	ck_assert_uint_eq(view.entries[1023].context, 0xf0f0f0f0);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("log-txtb");
	TCase *tc = tcase_create("log-txtb");

	tcase_add_checked_fixture(tc, setup, teardown);
	suite_add_tcase(suite, tc);
	tcase_set_timeout(tc, 60);
	tcase_add_test(tc, header_is_the_one_threadx_writes);
	tcase_add_test(tc, threads_and_event_types_have_slots_and_plain_names);
	tcase_add_test(tc, id_of_no_thread_has_no_slot_and_no_line);
	tcase_add_test(tc, a_full_registry_takes_no_more_and_spoils_nothing);
	tcase_add_loop_test(tc, the_window_has_the_newest_events, 0, 7);
	tcase_add_loop_test(tc, awkward_times_are_seen_as_they_are, 0,
			    sizeof(awkward) / sizeof(awkward[0]));
	tcase_add_test(tc, a_time_that_falls_is_no_wrap);
	tcase_add_test(tc, a_silence_too_long_for_the_window_begins_it);
	tcase_add_test(tc, thread_in_the_window_without_a_slot_has_one_object);
	return support_run(suite);
}
