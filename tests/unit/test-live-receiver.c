/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* The log that a receiver makes from a noisy line: its count of lost events is
 * right. */
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "live/receiver.h"
#include "live/sender.h"
#include "log/reader.h"
#include "support.h"

enum { EVENTS = 400 };

static struct rkh_encoder encoder;
static uint8_t line[1 << 20];
static size_t n_line;
static struct receiver *receiver;
static struct receiver_counts counts;
static int fd;

static void setup(void)
{
	support_begin();
	fd = memfd_create("log", MFD_CLOEXEC);
	ck_assert_int_ge(fd, 0);
	receiver = receiver_create(fd, "line");
	ck_assert_ptr_nonnull(receiver);
	rkh_encoder_init(&encoder, &wire_layout);
	line[0] = RKH_FLAG;
	n_line = 1;
}

static void teardown(void)
{
	receiver_destroy(receiver);
	close(fd);
	support_check_leaks();
}

/* A frame without a CHECK. */
static void put(uint8_t id, uint32_t stamp, const uint8_t *args, size_t n)
{
	rkh_begin(&encoder, line + n_line, sizeof(line) - n_line, id, stamp);
	rkh_put_bytes(&encoder, args, n);
	n_line += rkh_end(&encoder);
}

static void put_config(void)
{
	const struct wire_config config = {
		.version = WIRE_VERSION,
		.big_endian = __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__,
		.session = 7,
	};
	uint8_t args[1000];

	put(WIRE_CONFIG, 0, args, wire_put_config(args, &config));
}

static void put_event(uint32_t number, uint64_t time, uint32_t stamp)
{
	const struct wire_event event = {
		.number = number, .time = time, .id = 70, .pid = 1, .tid = 1,
		.data = (const uint8_t *)"data", .len = 4,
	};
	uint8_t args[1000];

	put(WIRE_EVENT, stamp, args, wire_put_event(args, &event));
}

static void put_events(uint32_t from, uint32_t to)
{
	for (uint32_t i = from; i < to; i++)
		put_event(i, 5000 * (uint64_t)i, 5 * i);
}

static void put_end(uint32_t number)
{
	const struct wire_end end = { .number = number };
	uint8_t args[100];

	put(WIRE_END, 0, args, wire_put_end(args, &end));
}

static void receive(void)
{
	receiver_feed(receiver, line, n_line);
	receiver_finish(receiver);
	ck_assert_int_eq(receiver_error(receiver), 0);
	receiver_count(receiver, &counts);
}

START_TEST(wrong_number_costs_no_other_event)
{
	put_config();
	put_events(0, 10);
	put_event(130, 50000, 50);
	put_events(10, 20);
	put_end(20);
	receive();
	ck_assert_uint_eq(counts.events, 20);
	ck_assert_uint_eq(counts.lost, 0);
	ck_assert_uint_eq(counts.damaged, 1);
	ck_assert(counts.is_over);
}
END_TEST

START_TEST(events_behind_a_loss_are_believed_for_those_that_follow)
{
	put_config();
	put_events(0, 10);
	put_events(30, 40);
	put_end(40);
	receive();
	ck_assert_uint_eq(counts.events, 20);
	ck_assert_uint_eq(counts.line_lost, 20);
	ck_assert_uint_eq(counts.damaged, 0);
}
END_TEST

START_TEST(last_event_behind_a_loss_is_believed_at_the_end)
{
	put_config();
	put_events(0, 10);
	put_events(12, 13);
	receive();
	ck_assert_uint_eq(counts.events, 11);
	ck_assert_uint_eq(counts.line_lost, 2);
	ck_assert(!counts.is_over);
}
END_TEST

START_TEST(event_of_another_time_than_its_frame_is_damaged)
{
	put_config();
	put_events(0, 3);
	put_event(3, UINT64_C(1) << 60, 15);
	put_events(4, 6);
	put_end(6);
	receive();
	ck_assert_uint_eq(counts.events, 5);
	ck_assert_uint_eq(counts.line_lost, 1);
	ck_assert_uint_eq(counts.damaged, 1);
}
END_TEST

START_TEST(end_with_a_wrong_number_does_not_end)
{
	put_config();
	put_events(0, 3);
	put_end(3000);
	put_events(3, 6);
	put_end(6);
	receive();
	ck_assert_uint_eq(counts.events, 6);
	ck_assert_uint_eq(counts.lost, 0);
	ck_assert(counts.is_over);
}
END_TEST

/* The CHECK was lost, so it may be a damaged frame of this stream. */
START_TEST(unchecked_configuration_of_another_stream_ends_nothing)
{
	struct wire_config config = { .version = WIRE_VERSION + 1 };
	uint8_t args[1000];

	put(WIRE_CONFIG, 0, args, wire_put_config(args, &config));
	put_config();
	put_events(0, 3);
	config.version = WIRE_VERSION;
	config.session = 8;
	put(WIRE_CONFIG, 0, args, wire_put_config(args, &config));
	put_events(3, 6);
	put_end(6);
	receive();
	ck_assert_uint_eq(counts.events, 6);
	ck_assert(counts.is_over && !counts.is_other);
	ck_assert_uint_eq(counts.damaged, 1);
}
END_TEST

/* Transmit what a sender sends, with about one byte in `rate` flipped, dropped,
 * inserted or doubled. */
static void transmit(uint64_t rate, uint64_t *random)
{
	const struct wire_config config = {
		.version = WIRE_VERSION,
		.big_endian = __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__,
		.session = 9,
	};
	struct sender *sender = sender_create(&config);

	ck_assert_ptr_nonnull(sender);
	for (unsigned i = 0; i < EVENTS; i++) {
		struct wire_event event = {
			.time = 1000 * (uint64_t)i, .id = 70 + i % 5,
			.pid = 3, .tid = 4 + i % 3,
			.data = (const uint8_t *)"some bytes of data",
			.len = i % 18,
		};

		sender_event(sender, &event);
	}
	sender_end(sender, 0);
	n_line = 0;
	for (size_t at = 0; at < sender->n; at++) {
		uint8_t byte = sender->bytes[at];
		unsigned what = support_random_below(random, rate) ? 4 :
				(unsigned)support_random_below(random, 4);

		ck_assert_uint_lt(n_line + 2, sizeof(line));
		if (what == 0)
			byte ^= (uint8_t)(1u << support_random_below(random, 8));
		if (what != 1)
			line[n_line++] = byte;
		if (what == 2)
			line[n_line++] = (uint8_t)support_random(random);
		if (what == 3)
			line[n_line++] = byte;
	}
	sender_destroy(sender);
}

/* Events received, events reported as lost, and events before the first one add
 * up to all. */
START_TEST(noise_leaves_the_count_of_events_right)
{
	static const uint64_t rates[] = { 3000, 500, 100 };
	uint64_t random = (uint64_t)_i + 1;

	transmit(rates[_i % 3], &random);
	receive();
	ck_assert(counts.has_begun);
	ck_assert_uint_gt(counts.events, EVENTS / 4);
	if (counts.is_over)
		ck_assert_uint_eq(counts.events + counts.lost + counts.before,
				  EVENTS);
	else
		ck_assert_uint_le(counts.events + counts.lost + counts.before,
				  EVENTS);
}
END_TEST

/* ---- Machines of either byte order ---- */

static size_t put_number(uint8_t *at, uint64_t number, size_t size, bool is_big)
{
	for (size_t i = 0; i < size; i++)
		at[is_big ? size - 1 - i : i] = (uint8_t)(number >> 8 * i);
	return size;
}

static void put_config_of(bool is_big)
{
	const struct wire_config config = {
		.version = WIRE_VERSION,
		.big_endian = is_big,
		.pointer_size = 4,
		.session = 7,
	};
	uint8_t args[1000];

	put(WIRE_CONFIG, 0, args, wire_put_config(args, &config));
}

static void put_type(uint32_t id, const char *name, const char *arguments)
{
	struct wire_type type = { .id = id };
	uint8_t args[1000];

	strcpy(type.name, name);
	strcpy(type.arguments, arguments);
	put(WIRE_TYPE, 0, args, wire_put_type(args, &type));
}

static void put_data(uint32_t number, uint32_t id, const void *data, size_t len)
{
	const struct wire_event event = {
		.number = number, .time = 5000 * (uint64_t)number, .id = id,
		.pid = 1, .tid = 1, .data = data, .len = len,
	};
	uint8_t args[1000];

	put(WIRE_EVENT, 5 * number, args, wire_put_event(args, &event));
}

/* Event number i of the log; the events of one thread are in one block. */
static void expect_data(unsigned i, unsigned id, const void *data, size_t len)
{
	unsigned char *bytes;
	struct pxt_chunk_header header;
	struct pxt_log_reader *reader;
	struct pxt_cursor cursor;
	struct pxt_event event = { 0 };
	size_t n;

	ck_assert_int_eq(pxt_log_open(fd, &reader), 0);
	ck_assert(!pxt_log_is_foreign(pxt_log_get_head(reader)));
	bytes = malloc(pxt_log_get_head(reader)->chunk_size);
	ck_assert_int_eq(pxt_log_load(reader, pxt_log_get_blocks(reader, &n),
				      bytes), 0);
	ck_assert_uint_eq(n, 1);
	memcpy(&header, bytes, sizeof(header));
	pxt_cursor_init(&cursor, &header, bytes + sizeof(header), header.used);
	for (unsigned k = 0; k <= i; k++)
		ck_assert(pxt_cursor_next(&cursor, &event));
	ck_assert_uint_eq(event.id, id);
	ck_assert_uint_eq(event.len, len);
	ck_assert_mem_eq(event.data, data, len);
	free(bytes);
	pxt_log_close(reader);
}

static const char *description_of(unsigned id)
{
	static char text[POSIXTRACE_ARGUMENTS_MAX];
	struct pxt_log_reader *reader;
	const char *type;

	ck_assert_int_eq(pxt_log_open(fd, &reader), 0);
	type = pxt_log_get_type(reader, id);
	if (type)
		strcpy(text, type);
	pxt_log_close(reader);
	return type ? text : NULL;
}

static size_t make_arguments(uint8_t *data, bool is_big)
{
	size_t n = put_number(data, 0x01020304, 4, is_big);

	memcpy(data + n, "path", 5);
	n += 5;
	n += put_number(data + n, 3, 2, is_big);
	memcpy(data + n, "\1\2\3", 3);
	n += 3;
	return n + put_number(data + n, 0x0102030405060708, 8, is_big);
}

START_TEST(data_of_any_byte_order_becomes_ours)
{
	const bool is_big = _i, we_are = __BYTE_ORDER__ ==
					 __ORDER_BIG_ENDIAN__;
	trace_event_set_t set;
	uint8_t data[512], ours[512];
	size_t n;

	put_config_of(is_big);
	put_type(70, "typed", "n:u32 s:str m:mem x:x64");
	put_data(0, 70, data, make_arguments(data, is_big));
	/* From a 32-bit machine; the set has type 70 only. */
	memset(data, 0, sizeof(data));
	put_number(data + 70 / 32 * 4, UINT32_C(1) << 70 % 32, 4, is_big);
	put_data(1, POSIX_TRACE_START, data, sizeof(set));
	put_data(2, POSIX_TRACE_STOP, data,
		 put_number(data, 1, sizeof(int), is_big));
	/* Arguments that do not match the description, and a type without
	 * one. */
	put_data(3, 70, "data", 4);
	put_data(4, 71, "data", 4);
	put_end(5);
	receive();
	ck_assert_uint_eq(counts.events, 5);

	n = make_arguments(ours, we_are);
	expect_data(0, 70, ours, n);
	memset(&set, 0, sizeof(set));
	set.posix_trace_bits[70 / (8 * sizeof(long))] |=
		1ul << 70 % (8 * sizeof(long));
	/* The layout of sets is not known if longs have another size and byte
	 * order. */
	if (is_big != we_are || !we_are)
		expect_data(1, POSIX_TRACE_START, &set, sizeof(set));
	expect_data(2, POSIX_TRACE_STOP, &(int){ 1 }, sizeof(int));
	expect_data(3, 70, "data", 4);
	expect_data(4, 71, "data", 4);
	ck_assert_str_eq(description_of(70), "n:u32 s:str m:mem x:x64");
}
END_TEST

/* Data that was written before the description arrived must not be decoded
 * wrongly. */
START_TEST(arguments_that_are_reported_too_late_are_not_wrong)
{
	const bool is_foreign = _i, we_are = __BYTE_ORDER__ ==
					     __ORDER_BIG_ENDIAN__;

	put_config_of(is_foreign != we_are);
	put_data(0, 70, "data", 4);
	put_data(1, 71, "", 0);
	put_type(70, "late", "n:u32");
	put_type(71, "empty", "n:u32");
	put_end(2);
	receive();
	if (is_foreign)
		ck_assert_ptr_null(description_of(70));
	else
		ck_assert_str_eq(description_of(70), "n:u32");
	ck_assert_str_eq(description_of(71), "n:u32");
}
END_TEST

/* A receiver that joins late may get the description of a type after the first
 * event of the type. */
START_TEST(types_that_came_before_the_configuration_are_taken_first)
{
	const bool we_are = __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__;
	uint8_t data[4], ours[4];

	put_number(data, 0x01020304, 4, !we_are);
	put_number(ours, 0x01020304, 4, we_are);
	put_data(0, 70, data, 4);
	put_type(70, "typed", "n:u32");
	put_config_of(!we_are);
	put_end(1);
	receive();
	ck_assert_uint_eq(counts.events, 1);
	expect_data(0, 70, ours, 4);
	ck_assert_str_eq(description_of(70), "n:u32");
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("live-receiver");
	TCase *tc = tcase_create("receiver");

	suite_add_tcase(suite, tc);
	tcase_set_timeout(tc, 30);
	tcase_add_checked_fixture(tc, setup, teardown);
	tcase_add_test(tc, wrong_number_costs_no_other_event);
	tcase_add_test(tc,
		events_behind_a_loss_are_believed_for_those_that_follow);
	tcase_add_test(tc, last_event_behind_a_loss_is_believed_at_the_end);
	tcase_add_test(tc, event_of_another_time_than_its_frame_is_damaged);
	tcase_add_test(tc, end_with_a_wrong_number_does_not_end);
	tcase_add_test(tc,
		unchecked_configuration_of_another_stream_ends_nothing);
	tcase_add_loop_test(tc, data_of_any_byte_order_becomes_ours, 0, 2);
	tcase_add_loop_test(tc,
		arguments_that_are_reported_too_late_are_not_wrong, 0, 2);
	tcase_add_test(tc,
		types_that_came_before_the_configuration_are_taken_first);
	tcase_add_loop_test(tc, noise_leaves_the_count_of_events_right, 0, 60);
	return support_run(suite);
}
