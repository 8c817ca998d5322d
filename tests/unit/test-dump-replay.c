/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* Reading dumps through the POSIX functions, as pre-recorded streams. */
#include <errno.h>
#include <posixtrace.h>
#include <string.h>
#include <unistd.h>

#include "dumpfile.h"
#include "support.h"

static struct dumpfile file;
static trace_id_t trid;

static void setup(void)
{
	trace_event_id_t id;

	/* Unchecked, for what every process keeps once it uses the library. */
	posix_trace_eventid_open("any", &id);
	support_begin();
}

static void teardown(void)
{
	dumpfile_end(&file);
	file = (struct dumpfile){ 0 };
	support_check_leaks();
}

static int open_part(size_t size)
{
	int fd = dumpfile_open(&file, size);
	int err = posix_trace_open(fd, &trid);

	close(fd);
	return err;
}

static void open_all(void)
{
	ck_assert_int_eq(open_part(file.size), 0);
}

static void close_trace(void)
{
	ck_assert_int_eq(posix_trace_close(trid), 0);
}

struct got {
	struct posix_trace_event_info info;
	char name[TRACE_EVENT_NAME_MAX + 1];
	unsigned char data[64];
	size_t len;
};

static bool next(struct got *got)
{
	int unavailable = -1;

	ck_assert_int_eq(posix_trace_getnext_event(trid, &got->info, got->data,
			sizeof(got->data), &got->len, &unavailable), 0);
	if (unavailable)
		return false;
	ck_assert_int_eq(posix_trace_eventid_get_name(trid,
			got->info.posix_event_id, got->name), 0);
	return true;
}

static void begin(int variant)
{
	file.ulong_size = variant & 1 ? 8 : 4;
	file.big_endian = variant & 2;
	dumpfile_begin(&file);
}

static void expect_words(const struct got *got, uint64_t first)
{
	if (file.ulong_size == 8) {
		uint64_t words[4];

		ck_assert_uint_eq(got->len, sizeof(words));
		memcpy(words, got->data, sizeof(words));
		for (unsigned i = 0; i < 4; i++)
			ck_assert_uint_eq(words[i], first + i);
	} else {
		uint32_t words[4];

		ck_assert_uint_eq(got->len, sizeof(words));
		memcpy(words, got->data, sizeof(words));
		for (unsigned i = 0; i < 4; i++)
			ck_assert_uint_eq(words[i], first + i);
	}
}

/* Twice, to check rewinding. */
START_TEST(events_come_with_name_words_thread_and_time)
{
	struct got got;

	file.n_room = 3000;
	begin(_i);
	dumpfile_events(&file, 4500, 4294967000, 10);
	open_all();
	for (unsigned round = 0; round < 2; round++) {
		for (unsigned n = 0; n < 3000; n++) {
			ck_assert(next(&got));
			ck_assert_str_eq(got.name, "tx_queue_send");
			expect_words(&got, (1500 + n) * 16);
			ck_assert_uint_eq((uint64_t)got.info.posix_thread_id,
					  DUMPFILE_THREAD_1);
			ck_assert_int_eq(got.info.posix_tid, DUMPFILE_THREAD_1);
			ck_assert_int_eq(got.info.posix_pid, 0);
			ck_assert_ptr_null(got.info.posix_prog_address);
			ck_assert_int_eq(got.info.posix_truncation_status,
					 POSIX_TRACE_NOT_TRUNCATED);
			ck_assert_int_eq(got.info.posix_timestamp.tv_sec, 0);
			ck_assert_int_eq(got.info.posix_timestamp.tv_nsec,
					 n * 10);
		}
		ck_assert(!next(&got));
		ck_assert_int_eq(posix_trace_rewind(trid), 0);
	}
	close_trace();
}
END_TEST

START_TEST(type_list_has_the_types_that_occur)
{
	static const uint64_t ids[] = { 4097, 1, 69, 254, 69 };
	static const char *const names[] = {
		"tx_internal_resume", "tx_queue_send", "fx_file_write",
		"user_event_4097",
	};
	char name[TRACE_EVENT_NAME_MAX + 1];
	trace_event_id_t id;
	int unavailable;
	unsigned n = 0;

	begin(_i);
	for (unsigned i = 0; i < 5; i++)
		dumpfile_event(&file, DUMPFILE_THREAD_1, 1, ids[i], i);
	open_all();
	for (unsigned round = 0; round < 2; round++, n = 0) {
		for (;;) {
			ck_assert_int_eq(posix_trace_eventtypelist_getnext_id(
					trid, &id, &unavailable), 0);
			if (unavailable)
				break;
			ck_assert_int_eq(posix_trace_eventid_get_name(trid, id,
								      name), 0);
			if (id <= POSIX_TRACE_UNNAMED_USEREVENT)
				continue;
			ck_assert_uint_lt(n, 4);
			ck_assert_str_eq(name, names[n++]);
		}
		ck_assert_uint_eq(n, 4);
		ck_assert_int_eq(posix_trace_eventtypelist_rewind(trid), 0);
	}
	ck_assert_int_eq(posix_trace_eventid_get_name(trid,
			POSIX_TRACE_UNNAMED_USEREVENT + 5, name), EINVAL);
	close_trace();
}
END_TEST

START_TEST(context_of_the_event_read_last_is_reported)
{
	struct posixtrace_context context;
	struct got got;

	begin(_i);
	dumpfile_event(&file, DUMPFILE_THREAD_1, 0x80070009, 1u << 24 | 69, 7);
	dumpfile_event(&file, 0xffffffff, DUMPFILE_THREAD_2, 3, 9);
	dumpfile_event(&file, 0xf0f0f0f0, 0, 6, 12);
	dumpfile_event(&file, 0x1234, 3, 4100, 13);
	open_all();
	ck_assert_int_eq(posixtrace_get_context(trid, &context), EINVAL);

	ck_assert(next(&got));
	ck_assert_int_eq(posixtrace_get_context(trid, &context), 0);
	ck_assert_int_eq(context.kind, POSIXTRACE_CONTEXT_THREAD);
	ck_assert_str_eq(context.name, "thread one");
	ck_assert_uint_eq(context.thread, DUMPFILE_THREAD_1);
	ck_assert_int_eq(context.priority, 9);
	ck_assert_int_eq(context.threshold, 7);
	ck_assert_int_eq(context.core, 1);
	ck_assert_uint_eq(context.id, 69);
	ck_assert_uint_eq(context.ticks, 0);

	ck_assert(next(&got));
	ck_assert_int_eq(posixtrace_get_context(trid, &context), 0);
	ck_assert_int_eq(context.kind, POSIXTRACE_CONTEXT_INTERRUPT);
	ck_assert_str_eq(context.name, "thread two");
	ck_assert_int_eq(context.priority, -1);
	ck_assert_uint_eq(context.ticks, 2);

	ck_assert(next(&got));
	ck_assert_int_eq(posixtrace_get_context(trid, &context), 0);
	ck_assert_int_eq(context.kind, POSIXTRACE_CONTEXT_INITIALIZATION);
	ck_assert_str_eq(context.name, "");

	ck_assert(next(&got));
	ck_assert_int_eq(posixtrace_get_context(trid, &context), 0);
	ck_assert_uint_eq(context.thread, 0x1234);
	ck_assert_str_eq(context.name, "");
	ck_assert_int_eq(context.threshold, -1);
	ck_assert(!next(&got));
	ck_assert_int_eq(posix_trace_rewind(trid), 0);
	ck_assert_int_eq(posixtrace_get_context(trid, &context), EINVAL);
	ck_assert_int_eq(posixtrace_get_context(trid, NULL), EINVAL);
	close_trace();
	ck_assert_int_eq(posixtrace_get_context(trid, &context), EINVAL);
}
END_TEST

static void expect_word(unsigned n, const char *name, int kind, uint64_t value,
			const char *text)
{
	struct posixtrace_word word;

	ck_assert_int_eq(posixtrace_get_word(trid, n, &word), 0);
	ck_assert_str_eq(word.name, name);
	ck_assert_int_eq(word.kind, kind);
	ck_assert_uint_eq(word.value, value);
	ck_assert_str_eq(word.text, text);
}

START_TEST(words_of_the_event_read_last_are_reported)
{
	struct posixtrace_word word;
	struct got got;

	begin(_i);
	dumpfile_event(&file, DUMPFILE_THREAD_1, 9, 69, 7);
	dumpfile_event(&file, DUMPFILE_THREAD_1, 9, 2, 8);
	dumpfile_event(&file, 0xffffffff, DUMPFILE_THREAD_2, 6, 9);
	dumpfile_event(&file, 0x1234, 3, 4100, 13);
	open_all();
	ck_assert_int_eq(posixtrace_get_word(trid, 0, &word), EINVAL);

	ck_assert(next(&got));
	expect_word(0, "queue_ptr", POSIXTRACE_WORD_POINTER, 0, "0x0");
	expect_word(2, "wait_option", POSIXTRACE_WORD_WAIT, 2, "2");
	expect_word(3, "enqueued", POSIXTRACE_WORD_NUMBER, 3, "3");
	ck_assert_int_eq(posixtrace_get_word(trid, 4, &word), EINVAL);
	ck_assert_int_eq(posixtrace_get_word(trid, 0, NULL), EINVAL);

	ck_assert(next(&got));
	expect_word(0, "thread_ptr", POSIXTRACE_WORD_POINTER, 16, "0x10");
	expect_word(1, "new_state", POSIXTRACE_WORD_STATE, 17, "17");

	/* None of its words has a meaning, and of the application all may have. */
	ck_assert(next(&got));
	for (unsigned n = 0; n < 4; n++)
		ck_assert_int_eq(posixtrace_get_word(trid, n, &word), ENOENT);
	ck_assert(next(&got));
	expect_word(0, "info_1", POSIXTRACE_WORD_HEX, 48, "0x30");
	expect_word(3, "info_4", POSIXTRACE_WORD_HEX, 51, "0x33");
	close_trace();
	ck_assert_int_eq(posixtrace_get_word(trid, 0, &word), EINVAL);
}
END_TEST

START_TEST(attributes_and_status_are_those_of_the_buffer)
{
	struct posix_trace_status_info status;
	char version[TRACE_NAME_MAX];
	trace_attr_t attr;
	size_t size;
	int policy;

	begin(_i);
	dumpfile_events(&file, file.n_room + (unsigned)_i, 0, 1);
	open_all();
	ck_assert_int_eq(posix_trace_get_attr(trid, &attr), 0);
	ck_assert_int_eq(posix_trace_attr_getstreamsize(&attr, &size), 0);
	ck_assert_uint_eq(size, file.n_room * 8u * file.ulong_size);
	ck_assert_int_eq(posix_trace_attr_getmaxdatasize(&attr, &size), 0);
	ck_assert_uint_eq(size, 4u * file.ulong_size);
	ck_assert_int_eq(posix_trace_attr_getstreamfullpolicy(&attr, &policy),
			 0);
	ck_assert_int_eq(policy, POSIX_TRACE_LOOP);
	ck_assert_int_eq(posix_trace_attr_getgenversion(&attr, version), 0);
	ck_assert_str_eq(version, "ThreadX TXTB");
	posix_trace_attr_destroy(&attr);

	ck_assert_int_eq(posix_trace_get_status(trid, &status), 0);
	ck_assert_int_eq(status.posix_stream_status, POSIX_TRACE_SUSPENDED);
	ck_assert_int_eq(status.posix_stream_full_status, POSIX_TRACE_FULL);
	ck_assert_int_eq(status.posix_stream_overrun_status,
			 _i ? POSIX_TRACE_OVERRUN : POSIX_TRACE_NO_OVERRUN);
	close_trace();
}
END_TEST

START_TEST(what_was_cut_out_of_a_ring_is_a_loss)
{
	struct posixtrace_context context;
	struct posixtrace_usage usage;
	struct posixtrace_loss loss;
	struct got got;

	begin(_i);
	dumpfile_events(&file, 20, 1000, 10);
	ck_assert_int_eq(open_part(dumpfile_entry(&file, 13)), 0);
	for (unsigned n = 0; n < 9; n++)
		ck_assert(next(&got));
	ck_assert(next(&got));
	ck_assert_uint_eq(got.info.posix_event_id, POSIX_TRACE_OVERFLOW);
	ck_assert_int_eq(posixtrace_get_loss(trid, &loss), 0);
	ck_assert_uint_eq(loss.events, 3);
	ck_assert_int_eq(posixtrace_get_context(trid, &context), EINVAL);
	ck_assert(next(&got));
	ck_assert_uint_eq(got.info.posix_event_id, POSIX_TRACE_RESUME);
	for (unsigned n = 0; n < 4; n++) {
		ck_assert(next(&got));
		expect_words(&got, (16 + n) * 16);
	}
	ck_assert(!next(&got));
	ck_assert_int_eq(posixtrace_get_usage(trid, &usage), 0);
	ck_assert_uint_eq(usage.events, 13);
	ck_assert_uint_eq(usage.lost, 3);
	ck_assert_int_eq(usage.complete, 0);
	close_trace();
}
END_TEST

/* One second between events, for longer than a chunk can span. */
START_TEST(long_silences_keep_their_length)
{
	struct got got;

	file.mask = UINT64_MAX;
	file.n_room = 40;
	begin(1);
	dumpfile_events(&file, 40, 0, INT64_C(1) << 50);
	open_all();
	for (uint64_t n = 0; n < 40; n++) {
		ck_assert(next(&got));
		ck_assert_uint_eq((uint64_t)got.info.posix_timestamp.tv_sec *
				  1000000000 +
				  (uint64_t)got.info.posix_timestamp.tv_nsec,
				  n << 50);
	}
	close_trace();
}
END_TEST

START_TEST(what_is_no_dump_is_refused)
{
	begin(_i);
	dumpfile_events(&file, 3, 0, 1);
	/* The whole header and registry; a shorter file cannot be read. */
	for (size_t size = 0; size < dumpfile_buffer(&file); size++)
		ck_assert_int_eq(open_part(size), EINVAL);
	ck_assert_int_eq(open_part(dumpfile_buffer(&file)), 0);
	close_trace();

	/* No room for an event. */
	dumpfile_put(&file, 0, 7, file.base + dumpfile_buffer(&file));
	ck_assert_int_eq(open_part(file.size), EINVAL);
}
END_TEST

START_TEST(properties_in_the_header_are_reported)
{
	struct posixtrace_dump dump;

	begin(_i);
	dumpfile_events(&file, 20, 1000, -10);
	open_all();
	ck_assert_int_eq(posixtrace_get_dump(trid, NULL), EINVAL);
	ck_assert_int_eq(posixtrace_get_dump(trid, &dump), 0);
	ck_assert_int_eq(dump.is_big_endian, file.big_endian);
	ck_assert_uint_eq(dump.ulong_size, file.ulong_size);
	ck_assert_uint_eq(dump.name_size, 32);
	ck_assert(!dump.has_cores);
	ck_assert_uint_eq(dump.file_size, file.size);
	ck_assert_uint_eq(dump.timer_mask, 0xffffffff);
	ck_assert_uint_eq(dump.base, file.base);
	ck_assert_uint_eq(dump.registry_start,
			  file.base + dumpfile_slot(&file, 0));
	ck_assert_uint_eq(dump.registry_end, dump.buffer_start);
	ck_assert_uint_eq(dump.buffer_start,
			  file.base + dumpfile_buffer(&file));
	ck_assert_uint_eq(dump.buffer_end,
			  file.base + dumpfile_entry(&file, file.n_room));
	ck_assert_uint_eq(dump.current, file.base + dumpfile_entry(&file, 4));
	ck_assert_uint_eq(dump.registry_offset, dumpfile_slot(&file, 0));
	ck_assert_uint_eq(dump.registry_slots, 8);
	ck_assert_uint_eq(dump.buffer_offset, dumpfile_buffer(&file));
	ck_assert_uint_eq(dump.entries, 16);
	ck_assert_uint_eq(dump.entry_size, 8 * file.ulong_size);
	ck_assert_uint_eq(dump.oldest, 4);
	ck_assert_uint_eq(dump.events, 16);
	ck_assert(dump.is_full && dump.is_wrapped && !dump.is_cut);
	ck_assert_uint_eq(dump.missing, 0);
	ck_assert_int_eq(dump.timer, POSIXTRACE_TIMER_FALLING);
	ck_assert_uint_eq(dump.span, 150);
	ck_assert_uint_eq(dump.wraps, 0);
	ck_assert_uint_eq(dump.late, 0);
	close_trace();

	/* Cut in the middle of the ring, where the next event would be
	 * written. */
	ck_assert_int_eq(open_part(dumpfile_entry(&file, 10)), 0);
	ck_assert_int_eq(posixtrace_get_dump(trid, &dump), 0);
	ck_assert_uint_eq(dump.events, 10);
	ck_assert(!dump.is_full && dump.is_wrapped && dump.is_cut);
	ck_assert_uint_eq(dump.missing, 6);
	close_trace();
	ck_assert_int_eq(posixtrace_get_dump(trid, &dump), EINVAL);
}
END_TEST

START_TEST(objects_are_reported_by_number_and_address)
{
	struct posixtrace_object object;

	begin(_i);
	dumpfile_object(&file, 4, -1, 0x6000, 5, 6, "a semaphore");
	dumpfile_object(&file, POSIXTRACE_OBJECT_THREAD, 7, 0x6000, 0x9000,
			512, "a thread");
	file.bytes[dumpfile_slot(&file, 3)] = 1;
	open_all();
	ck_assert_int_eq(posixtrace_get_object(trid, 0, NULL), EINVAL);
	ck_assert_int_eq(posixtrace_get_object(trid, 0, &object), 0);
	ck_assert_uint_eq(object.address, DUMPFILE_THREAD_1);
	ck_assert_str_eq(object.name, "thread one");
	ck_assert_int_eq(posixtrace_get_object(trid, 4, &object), 0);
	ck_assert_int_eq(object.type, POSIXTRACE_OBJECT_THREAD);
	ck_assert_int_eq(object.priority, 7);
	ck_assert(!object.is_deleted);
	ck_assert_uint_eq(object.address, 0x6000);
	ck_assert_uint_eq(object.parameter[0], 0x9000);
	ck_assert_uint_eq(object.parameter[1], 512);
	ck_assert_uint_eq(object.offset, dumpfile_slot(&file, 4));
	ck_assert_str_eq(object.name, "a thread");
	ck_assert_int_eq(posixtrace_get_object(trid, 5, &object), ENOENT);

	ck_assert_int_eq(posixtrace_find_object(trid, 0x6000, 0, &object), 0);
	ck_assert_str_eq(object.name, "a thread");
	ck_assert_int_eq(posixtrace_find_object(trid, 0x6000, 4, &object), 0);
	ck_assert_str_eq(object.name, "a semaphore");
	ck_assert_int_eq(object.priority, -1);
	ck_assert(object.is_deleted);
	ck_assert_int_eq(posixtrace_find_object(trid, 0x6000, 2, &object),
			 ENOENT);
	ck_assert_int_eq(posixtrace_find_object(trid, 0x7000, 0, &object),
			 ENOENT);
	ck_assert_int_eq(posixtrace_find_object(trid, 0x7000, 0, NULL),
			 EINVAL);
	close_trace();
	ck_assert_int_eq(posixtrace_get_object(trid, 0, &object), EINVAL);
	ck_assert_int_eq(posixtrace_find_object(trid, 0x6000, 0, &object),
			 EINVAL);
}
END_TEST

/* A log of the library with a damaged head has a window that looks like a
 * dump. */
START_TEST(log_of_ours_is_no_dump)
{
	dumpfile_begin(&file);
	dumpfile_put(&file, 0, 9, 0x4c545850);
	ck_assert_int_eq(open_part(file.size), EINVAL);
	dumpfile_put(&file, 0, 9, 0x5058544c);
	ck_assert_int_eq(open_part(file.size), EINVAL);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("dump-replay");
	TCase *tc = tcase_create("replay");

	suite_add_tcase(suite, tc);
	tcase_add_checked_fixture(tc, setup, teardown);
	tcase_add_loop_test(tc, events_come_with_name_words_thread_and_time, 0,
			    4);
	tcase_add_loop_test(tc, type_list_has_the_types_that_occur, 0, 4);
	tcase_add_loop_test(tc,
		context_of_the_event_read_last_is_reported, 0, 4);
	tcase_add_loop_test(tc,
		words_of_the_event_read_last_are_reported, 0, 4);
	tcase_add_loop_test(tc, attributes_and_status_are_those_of_the_buffer,
			    0, 4);
	tcase_add_loop_test(tc, what_was_cut_out_of_a_ring_is_a_loss, 0, 4);
	tcase_add_test(tc, long_silences_keep_their_length);
	tcase_add_loop_test(tc, what_is_no_dump_is_refused, 0, 4);
	tcase_add_loop_test(tc, properties_in_the_header_are_reported, 0, 4);
	tcase_add_loop_test(tc,
		objects_are_reported_by_number_and_address, 0, 4);
	tcase_add_test(tc, log_of_ours_is_no_dump);
	return support_run(suite);
}
