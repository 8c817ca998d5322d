/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * Frames over a noisy line: every undamaged frame arrives, and every frame that
 * a CHECK confirms was sent.
 */
#include <stdlib.h>
#include <string.h>

#include "live/group.h"
#include "live/sender.h"
#include "support.h"

enum { EVENTS = 300, FRAMES = 1000 };

/* The frames that were sent, and their places on the line. */
static struct sender *sender;
static struct sent {
	size_t begin;		/* after the flag before it */
	size_t end;		/* of its own flag */
	uint8_t id;
	uint32_t crc;
	bool is_damaged;
	bool has_come;
} sent[FRAMES];
static unsigned n_sent;

/* What was received. */
static uint8_t *line;
static size_t n_line;
static struct groups groups;
static unsigned n_wrong_checked, n_wrong, n_twice, n_taken;
static uint32_t last_number;
static bool order_is_wrong;

static void send_events(unsigned n, uint64_t *random)
{
	static uint8_t data[1000];
	struct wire_type type = { .name = "some:type", .arguments = "n:u32" };

	for (unsigned i = 0; i < n; i++) {
		struct wire_event event = {
			.time = 1000000 * (uint64_t)i,
			.id = 65 + i % 7,
			.pid = 11,
			.tid = 12,
			.thread = support_random(random),
			.address = support_random(random),
			.data = data,
			.len = support_random_below(random, i % 50 ? 40 : 1000),
		};

		for (size_t k = 0; k < event.len; k++)
			data[k] = (uint8_t)(support_random(random) % 4 ?
					    support_random(random) : 0x7e);
		type.id = event.id;
		sender_type(sender, &type);
		sender_event(sender, &event);
		if (support_random_below(random, 30) == 0)
			sender_flush(sender);
	}
	sender_end(sender, 0);
}

/* Find the places of the frames, by receiving them on a clean line. */
static void note_frames(void)
{
	static uint8_t body_buffer[WIRE_BODY_MAX];
	struct rkh_deframer deframer;
	size_t at = 0;

	rkh_deframer_init(&deframer, body_buffer, sizeof(body_buffer));
	n_sent = 0;
	while (at < sender->n) {
		struct rkh_body body;
		struct rkh_frame frame;

		at += rkh_deframe(&deframer, sender->bytes + at, sender->n - at,
				  &body);
		if (body.cut != RKH_CUT_FLAG || body.bytes[0] == WIRE_RKH_CONFIG)
			continue;
		ck_assert_int_eq(rkh_split(&wire_layout, false, &body, &frame),
				 RKH_GOOD);
		ck_assert_uint_lt(n_sent, FRAMES);
		sent[n_sent++] = (struct sent){
			.begin = (size_t)body.offset,
			.end = (size_t)body.end,
			.id = (uint8_t)frame.id,
			.crc = wire_crc((uint8_t)frame.id, frame.seq,
					frame.stamp, frame.args, frame.n_args),
		};
	}
}

static void setup(void)
{
	const struct wire_config config = { .version = WIRE_VERSION };

	support_begin();
	sender = sender_create(&config);
	ck_assert_ptr_nonnull(sender);
	n_line = n_wrong_checked = n_wrong = n_twice = n_taken = 0;
	last_number = 0;
	order_is_wrong = false;
}

static void teardown(void)
{
	groups_finish(&groups);
	sender_destroy(sender);
	free(line);
	line = NULL;
	support_check_leaks();
}

/* The CRC covers all bytes except the sequence number, which is not passed on,
 * so frames are compared by their arguments. */
static bool is_of(const struct sent *one, uint8_t id, const uint8_t *args,
		  size_t n)
{
	static uint8_t buffer[WIRE_BODY_MAX];
	struct rkh_deframer deframer;
	struct rkh_frame frame;
	struct rkh_body body;

	if (one->id != id)
		return false;
	rkh_deframer_init(&deframer, buffer, sizeof(buffer));
	/* The flag before the frame, then the frame. */
	rkh_deframe(&deframer, sender->bytes + one->begin - 1, 1, &body);
	rkh_deframe(&deframer, sender->bytes + one->begin,
		    one->end + 1 - one->begin, &body);
	return body.cut == RKH_CUT_FLAG &&
	       rkh_split(&wire_layout, false, &body, &frame) == RKH_GOOD &&
	       frame.n_args == n && memcmp(frame.args, args, n) == 0;
}

static bool is_record(uint8_t id, const uint8_t *args, size_t n)
{
	static uint8_t data[WIRE_DATA_MAX];
	struct wire_config config;
	struct wire_event event;
	struct wire_type type;
	struct wire_end end;

	return (id == WIRE_CONFIG && wire_get_config(args, n, &config)) ||
	       (id == WIRE_EVENT && wire_get_event(args, n, data, &event)) ||
	       (id == WIRE_TYPE && wire_get_type(args, n, &type)) ||
	       (id == WIRE_END && wire_get_end(args, n, &end));
}

static void take(void *context, const struct group_frame *frame, bool checked)
{
	const uint8_t *args = frame->args;
	const uint8_t id = frame->id;
	const size_t n = frame->n;
	static uint8_t data[WIRE_DATA_MAX];
	struct wire_event event;

	(void)context;
	n_taken++;
	if (id == WIRE_EVENT && checked &&
	    wire_get_event(args, n, data, &event)) {
		order_is_wrong |= event.number < last_number;
		last_number = event.number;
	}
	/* Frames that are sent again are equal; any of those not received yet
	 * may be meant. */
	for (unsigned i = 0; i < 2 * n_sent; i++) {
		struct sent *one = &sent[i % n_sent];

		if (one->has_come || (i < n_sent && one->is_damaged) ||
		    !is_of(one, id, args, n))
			continue;
		one->has_come = true;
		return;
	}
	for (unsigned i = 0; i < n_sent; i++) {
		if (is_of(&sent[i], id, args, n)) {
			n_twice++;
			return;
		}
	}
	/* Two frames with a lost flag between them may have a correct checksum,
	 * but they are no valid record, which the receiver detects. */
	n_wrong += is_record(id, args, n);
	n_wrong_checked += checked;
}

static void receive(void)
{
	static uint8_t buffer[WIRE_BODY_MAX];
	struct rkh_deframer deframer;
	size_t at = 0;

	rkh_deframer_init(&deframer, buffer, sizeof(buffer));
	groups_init(&groups, take, NULL);
	while (at < n_line) {
		struct rkh_frame frame;
		struct rkh_body body;

		/* In pieces, as received from a line. */
		at += rkh_deframe(&deframer, line + at,
				  n_line - at < 7 ? n_line - at : 7, &body);
		if (body.cut == RKH_CUT_FLAG &&
		    !(body.len == 15 && body.bytes[0] == WIRE_RKH_CONFIG) &&
		    rkh_split(&wire_layout, false, &body, &frame) == RKH_GOOD)
			ck_assert(groups_add(&groups, &frame));
	}
	groups_finish(&groups);
}

/* Damage at byte `at` of the clean line damages its frame and, if the byte is a
 * flag, also the next frame. */
static void note_damage(size_t at)
{
	for (unsigned i = 0; i < n_sent; i++) {
		if (at + 1 >= sent[i].begin && at <= sent[i].end)
			sent[i].is_damaged = true;
	}
}

enum noise { FLIP, DROP, INSERT, DOUBLE, ALL };

/* Put the frames on the line, and change about one byte in `rate`. */
static void transmit(enum noise noise, uint64_t rate, uint64_t *random)
{
	line = malloc(2 * sender->n + 1);
	for (size_t at = 0; at < sender->n; at++) {
		enum noise what = noise;
		uint8_t byte = sender->bytes[at];

		if (rate == 0 || support_random_below(random, rate) != 0) {
			line[n_line++] = byte;
			continue;
		}
		if (noise == ALL)
			what = (enum noise)support_random_below(random, ALL);
		note_damage(at);
		switch (what) {
		case FLIP:
			line[n_line++] = byte ^ (uint8_t)
				(1u << support_random_below(random, 8));
			break;
		case DROP:
			break;
		case INSERT:
			line[n_line++] = byte;
			line[n_line++] = (uint8_t)support_random(random);
			/* The inserted byte precedes the next byte. */
			note_damage(at + 1);
			break;
		default:
			line[n_line++] = byte;
			line[n_line++] = byte;
		}
	}
}

static void check_undamaged(void)
{
	for (unsigned i = 0; i < n_sent; i++)
		ck_assert_msg(sent[i].is_damaged || sent[i].has_come ||
			      sent[i].id == WIRE_CHECK, "frame %u", i);
}

START_TEST(clean_line_brings_all_and_everything_is_checked)
{
	uint64_t random = 1;

	send_events(EVENTS, &random);
	note_frames();
	transmit(ALL, 0, &random);
	receive();
	check_undamaged();
	ck_assert_uint_eq(groups.unchecked, 0);
	ck_assert_uint_eq(groups.refused, 0);
	ck_assert_uint_eq(groups.missing, 0);
	ck_assert_uint_eq(n_wrong + n_twice, 0);
	ck_assert_uint_eq(last_number, EVENTS - 1);
}
END_TEST

/* _i: the kind and the rate of the noise. */
START_TEST(every_undamaged_frame_arrives_and_no_wrong_one_is_checked)
{
	static const uint64_t rates[] = { 5000, 500, 100, 40 };
	uint64_t random = (uint64_t)_i + 100;

	send_events(EVENTS, &random);
	note_frames();
	transmit((enum noise)(_i % (ALL + 1)), rates[_i / (ALL + 1) % 4],
		 &random);
	receive();
	check_undamaged();
	ck_assert_uint_eq(n_wrong_checked, 0);
	ck_assert(!order_is_wrong);
	/* Frames whose CHECK was lost are accepted by checksum only; two flips
	 * of the same bit cancel out in one of 16 cases. */
	ck_assert_uint_le(n_wrong, n_sent / 16);
}
END_TEST

/* The line is cut at any place; later complete frames are received. */
START_TEST(receiver_may_join_late)
{
	uint64_t random = (uint64_t)_i;
	size_t cut;

	send_events(EVENTS, &random);
	note_frames();
	transmit(ALL, 0, &random);
	cut = support_random_below(&random, sender->n);
	for (unsigned i = 0; i < n_sent; i++)
		sent[i].is_damaged = sent[i].begin <= cut;
	n_line -= cut;
	memmove(line, line + cut, n_line);
	receive();
	check_undamaged();
	ck_assert_uint_eq(n_wrong + n_twice, 0);
}
END_TEST

START_TEST(noise_alone_gives_no_checked_frame)
{
	uint64_t random = (uint64_t)_i;

	n_line = 100000;
	line = malloc(n_line);
	for (size_t i = 0; i < n_line; i++)
		line[i] = support_random_below(&random, 10) ?
			  (uint8_t)support_random(&random) : RKH_FLAG;
	receive();
	ck_assert_uint_eq(groups.believed, 0);
	/* One in 256 of some ten thousand frames has the right checksum by
	 * chance. */
	ck_assert_uint_lt(n_taken, 120);
}
END_TEST

START_TEST(records_come_back_as_they_were)
{
	static uint8_t args[WIRE_ARGS_MAX], data[WIRE_DATA_MAX];
	uint8_t whole[WIRE_DATA_MAX];
	struct wire_event event = {
		.number = UINT32_MAX, .time = UINT64_MAX - 1, .id = 2047,
		.pid = 1, .tid = 2, .thread = UINT64_MAX, .address = 1,
		.truncated = 1, .data = whole, .len = (size_t)_i * 255,
	}, back;
	size_t n;

	memset(whole, 0x7d, sizeof(whole));
	n = wire_put_event(args, &event);
	ck_assert_uint_le(n, WIRE_ARGS_MAX);
	ck_assert(wire_get_event(args, n, data, &back));
	ck_assert_uint_eq(back.len, event.len);
	ck_assert_int_eq(memcmp(data, whole, event.len), 0);
	ck_assert(back.number == event.number && back.time == event.time &&
		  back.thread == event.thread && back.id == event.id);
	for (size_t cut = 1; cut < 40 && cut < n; cut++)
		ck_assert(!wire_get_event(args, n - cut, data, &back) ||
			  back.len < event.len);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("live-frames");
	TCase *tc = tcase_create("frames");

	suite_add_tcase(suite, tc);
	tcase_set_timeout(tc, 30);
	tcase_add_checked_fixture(tc, setup, teardown);
	tcase_add_test(tc, clean_line_brings_all_and_everything_is_checked);
	tcase_add_loop_test(tc,
		every_undamaged_frame_arrives_and_no_wrong_one_is_checked,
		0, 40);
	tcase_add_loop_test(tc, receiver_may_join_late, 0, 10);
	tcase_add_loop_test(tc, noise_alone_gives_no_checked_frame, 0, 5);
	tcase_add_loop_test(tc, records_come_back_as_they_were, 0, 258);
	return support_run(suite);
}
