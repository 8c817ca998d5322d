/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* What a receiver makes a log of when the line is noisy: it loses no count. */
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "live/receiver.h"
#include "live/sender.h"
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

/* A frame that no CHECK tells of. */
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

/* Its CHECK was lost, so it may be one of ours that was damaged. */
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

/* All that a sender sends, with one byte in `rate` flipped, dropped, put in or
 * doubled. */
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

/* What came, what is told as lost, and what came before are all. */
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
	tcase_add_loop_test(tc, noise_leaves_the_count_of_events_right, 0, 60);
	return support_run(suite);
}
