/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* RKH frames: what is sent is received, and damage affects only its frame. */
#include "frame.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support.h"

enum { BUFFER = 256, ARGS = 48, ROUNDS = 1500 };

static const struct rkh_layout usual = {
	.id_size = 1, .stamp_size = 4, .has_seq = true, .has_sum = true,
};

/* All layouts: 3 sizes of ids, 4 of time stamps, 2 switches. */
enum { LAYOUTS = 3 * 4 * 2 * 2 };

static struct rkh_layout layout_number(unsigned i)
{
	static const uint8_t ids[] = { 1, 2, 4 };
	static const uint8_t stamps[] = { 0, 1, 2, 4 };

	return (struct rkh_layout){
		.id_size = ids[i % 3],
		.stamp_size = stamps[i / 3 % 4],
		.has_seq = i / 12 % 2,
		.has_sum = i / 24 % 2,
	};
}

static void expect_bytes(const uint8_t *got, size_t n, const char *hex)
{
	char text[3 * BUFFER] = "";

	for (size_t i = 0; i < n; i++)
		sprintf(text + 3 * i, "%02x ", got[i]);
	if (n)
		text[3 * n - 1] = '\0';
	ck_assert_str_eq(text, hex);
}

START_TEST(frame_is_the_bytes_of_the_protocol)
{
	struct rkh_encoder encoder;
	uint8_t buffer[BUFFER];
	size_t n;

	rkh_encoder_init(&encoder, &usual);
	encoder.seq = 0x7d;
	rkh_begin(&encoder, buffer, sizeof(buffer), 0xa0, 2005);
	n = rkh_end(&encoder);
	expect_bytes(buffer, n, "a0 7d 5d d5 07 00 00 07 7e");

	/* The sequence number is escaped; the arguments contain 7e. */
	rkh_begin(&encoder, buffer, sizeof(buffer), 0x01, 0x7d);
	rkh_put_uint(&encoder, 0x7e, 2);
	n = rkh_end(&encoder);
	expect_bytes(buffer, n, "01 7d 5e 7d 5d 00 00 00 7d 5e 00 86 7e");

	/* A checksum of 7e: the ids and arguments add up to 82. */
	rkh_begin_bare(&encoder, buffer, sizeof(buffer), 0x80);
	rkh_put_uint(&encoder, 2, 1);
	n = rkh_end(&encoder);
	expect_bytes(buffer, n, "80 02 7d 5e 7e");
}
END_TEST

START_TEST(bare_frame_takes_no_sequence_number)
{
	struct rkh_encoder encoder;
	uint8_t buffer[BUFFER];

	rkh_encoder_init(&encoder, &usual);
	rkh_begin_bare(&encoder, buffer, sizeof(buffer), 1);
	ck_assert_uint_eq(rkh_end(&encoder), 3);
	ck_assert_uint_eq(encoder.seq, 0);
	rkh_begin(&encoder, buffer, sizeof(buffer), 1, 0);
	ck_assert_uint_eq(rkh_end(&encoder), 8);
	ck_assert_uint_eq(encoder.seq, 1);
}
END_TEST

/* _i selects a buffer size that is too small. */
START_TEST(frame_without_room_is_void)
{
	struct rkh_encoder encoder;
	uint8_t buffer[BUFFER];

	memset(buffer, 0xee, sizeof(buffer));
	rkh_encoder_init(&encoder, &usual);
	rkh_begin(&encoder, buffer, (size_t)_i, 0x7e, 0x7d7d7d7d);
	rkh_put_string(&encoder, "~}");
	ck_assert_uint_eq(rkh_end(&encoder), 0);
	ck_assert_uint_eq(encoder.seq, 0);
	ck_assert_uint_eq(buffer[_i], 0xee);
}
END_TEST

START_TEST(room_is_enough_for_the_worst_frame)
{
	const struct rkh_layout layout = {
		.id_size = 4, .stamp_size = 4, .has_seq = true, .has_sum = true,
	};
	struct rkh_encoder encoder;
	uint8_t buffer[RKH_FRAME_ROOM(ARGS)];

	rkh_encoder_init(&encoder, &layout);
	encoder.seq = RKH_FLAG;
	rkh_begin(&encoder, buffer, sizeof(buffer), 0x7e7e7e7e, 0x7d7d7d7d);
	for (unsigned i = 0; i < ARGS; i++)
		rkh_put_uint(&encoder, RKH_ESCAPE, 1);
	ck_assert_uint_ge(rkh_end(&encoder), sizeof(buffer) - 2);
}
END_TEST

struct sent {
	uint32_t id;
	uint32_t stamp;
	uint8_t seq;
	size_t n;
	uint8_t args[ARGS];
	size_t start;		/* its place in the stream */
	size_t end;		/* of its flag */
};

/* Half of all bytes need an escape. */
static uint8_t awkward(uint64_t *random)
{
	uint64_t number = support_random(random);

	return number >> 8 & 1 ? (uint8_t)number :
				 (uint8_t)(0x7d + (number & 1));
}

static uint32_t low_bytes(uint32_t value, unsigned size)
{
	return size == 4 ? value : value & ((1u << 8 * size) - 1);
}

/* Append a random frame at *len of the stream. */
static void send_random(struct rkh_encoder *encoder, uint64_t *random,
			uint8_t *stream, size_t size, size_t *len,
			struct sent *sent)
{
	const struct rkh_layout *layout = &encoder->layout;
	size_t n;

	sent->id = low_bytes((uint32_t)support_random(random),
			     layout->id_size);
	sent->stamp = low_bytes((uint32_t)support_random(random),
				layout->stamp_size);
	sent->seq = layout->has_seq ? encoder->seq : 0;
	sent->n = support_random_below(random, ARGS + 1);
	for (size_t i = 0; i < sent->n; i++)
		sent->args[i] = awkward(random);
	rkh_begin(encoder, stream + *len, size - *len, sent->id, sent->stamp);
	rkh_put_bytes(encoder, sent->args, sent->n);
	n = rkh_end(encoder);
	ck_assert_uint_ne(n, 0);
	sent->start = *len;
	*len += n;
	sent->end = *len - 1;
}

static bool is_same(const struct rkh_frame *frame, const struct sent *sent)
{
	return frame->id == sent->id && frame->seq == sent->seq &&
	       frame->stamp == sent->stamp && frame->n_args == sent->n &&
	       memcmp(frame->args, sent->args, sent->n) == 0;
}

enum { FRAMES = 500, STREAM = FRAMES * RKH_FRAME_ROOM(ARGS) + 1 };

/* In all layouts, received in pieces of any length; _i is the layout. */
START_TEST(what_is_sent_comes_back)
{
	struct rkh_layout layout = layout_number((unsigned)_i);
	uint8_t *stream = malloc(STREAM);
	struct sent *sent = calloc(FRAMES, sizeof(*sent));
	struct rkh_encoder encoder;
	struct rkh_deframer deframer;
	uint8_t buffer[BUFFER];
	uint64_t random = (uint64_t)_i;
	struct rkh_frame frame;
	struct rkh_body body;
	size_t len = 0, at = 0, n = 0;

	ck_assert(rkh_layout_is_valid(&layout));
	stream[len++] = RKH_FLAG;
	rkh_encoder_init(&encoder, &layout);
	for (size_t i = 0; i < FRAMES; i++)
		send_random(&encoder, &random, stream, STREAM, &len, &sent[i]);

	rkh_deframer_init(&deframer, buffer, sizeof(buffer));
	while (at < len) {
		size_t piece = 1 + support_random_below(&random, 40);

		if (piece > len - at)
			piece = len - at;
		at += rkh_deframe(&deframer, stream + at, piece, &body);
		if (body.cut == RKH_CUT_NONE)
			continue;
		if (body.cut != RKH_CUT_FLAG || n == FRAMES ||
		    rkh_split(&layout, false, &body, &frame) != RKH_GOOD ||
		    body.offset != sent[n].start || body.end != sent[n].end ||
		    !is_same(&frame, &sent[n]))
			ck_abort_msg("frame %zu is not as sent", n);
		n++;
	}
	ck_assert_uint_eq(n, FRAMES);
	rkh_deframe_end(&deframer, &body);
	ck_assert_int_eq(body.cut, RKH_CUT_NONE);
	free(sent);
	free(stream);
}
END_TEST

/* Flip, drop, insert or double one byte of a frame; returns which. */
static size_t damage(uint64_t *random, uint8_t *bytes, size_t len, size_t at)
{
	switch (support_random_below(random, 4)) {
	case 0:
		bytes[at] ^= (uint8_t)(1 << support_random_below(random, 8));
		return len;
	case 1:
		memmove(bytes + at, bytes + at + 1, len - at - 1);
		return len - 1;
	case 2:
		memmove(bytes + at + 1, bytes + at, len - at);
		bytes[at] = awkward(random);
		return len + 1;
	default:
		memmove(bytes + at + 1, bytes + at, len - at);
		return len + 1;
	}
}

/* The middle one of three frames is damaged, but not the flags around it. */
START_TEST(damage_hurts_no_other_frame)
{
	uint8_t stream[4 * RKH_FRAME_ROOM(ARGS)];
	uint64_t random = (uint64_t)_i;
	struct rkh_deframer deframer;
	struct rkh_encoder encoder;
	uint8_t buffer[BUFFER];
	unsigned n_false = 0;

	for (unsigned round = 0; round < ROUNDS; round++) {
		struct sent sent[3];
		struct rkh_body body;
		struct rkh_frame frame;
		bool has_first = false, has_last = false;
		size_t len = 0, at = 0, where;

		stream[len++] = RKH_FLAG;
		rkh_encoder_init(&encoder, &usual);
		for (unsigned i = 0; i < 3; i++)
			send_random(&encoder, &random, stream, sizeof(stream),
				    &len, &sent[i]);
		where = sent[1].start + support_random_below(
				&random, sent[1].end - sent[1].start);
		len = damage(&random, stream, len, where);
		rkh_deframer_init(&deframer, buffer, sizeof(buffer));
		while (at < len) {
			at += rkh_deframe(&deframer, stream + at, len - at,
					  &body);
			if (body.cut != RKH_CUT_FLAG ||
			    rkh_split(&usual, false, &body, &frame) !=
			    RKH_GOOD)
				continue;
			if (is_same(&frame, &sent[0]))
				has_first = true;
			else if (is_same(&frame, &sent[2]))
				has_last = true;
			else if (!is_same(&frame, &sent[1]))
				n_false++;
		}
		ck_assert(has_first);
		ck_assert(has_last);
	}
	/* The checksum misses one of 256 errors; a doubled 00 is never
	 * detected. */
	ck_assert_uint_lt(n_false, ROUNDS / 32);
}
END_TEST

/* Deframe a string of hexadecimal digits; one letter for each frame. */
static void cuts_of(const char *hex, size_t size, char *letters)
{
	static const char names[] = "-FLAOT";
	struct rkh_deframer deframer;
	uint8_t buffer[BUFFER];
	struct rkh_body body;

	rkh_deframer_init(&deframer, buffer, size);
	for (; *hex; hex += 3) {
		uint8_t byte = (uint8_t)strtoul(hex, NULL, 16);

		ck_assert_uint_eq(rkh_deframe(&deframer, &byte, 1, &body), 1);
		if (body.cut != RKH_CUT_NONE)
			*letters++ = names[body.cut];
		if (hex[2] == '\0')
			break;
	}
	rkh_deframe_end(&deframer, &body);
	if (body.cut != RKH_CUT_NONE)
		*letters++ = names[body.cut];
	*letters = '\0';
}

static const struct {
	const char *hex;
	const char *cuts;
} cuts[] = {
	{ "7e", "" },
	{ "7e 7e 7e", "" },
	{ "7e 01 7e", "F" },
	{ "7e 01 7e 7e 7e 02 7e", "FF" },
	{ "01 02 7e", "L" },
	{ "01 02 7e 03 7e", "LF" },
	{ "01 02", "L" },
	{ "7e 01 7d 7e 02 7e", "AF" },
	{ "7e 7d 7e 02 7e", "AF" },
	{ "7e 01", "T" },
	{ "7e 7d", "T" },
	{ "7e 01 7d 5e 7d 5d 7e", "F" },
	{ "7e 01 02 03 04 05 7e", "O" },
	{ "7e 01 02 03 04 05 06 07 7d 7e 01 7e", "OF" },
	{ "7e 01 02 03 04 7e", "F" },
};

START_TEST(body_ends_as_it_ends)
{
	char letters[32];

	cuts_of(cuts[_i].hex, 4, letters);
	ck_assert_str_eq(letters, cuts[_i].cuts);
}
END_TEST

START_TEST(frame_shorter_than_its_fields_is_refused)
{
	static const uint8_t bytes[] = { 0xa0, 0x60 };
	struct rkh_body body = {
		.cut = RKH_CUT_FLAG, .bytes = bytes, .len = 2, .sum = 0,
	};
	struct rkh_frame frame;

	ck_assert_int_eq(rkh_split(&usual, false, &body, &frame), RKH_SHORT);
	ck_assert_int_eq(rkh_split(&usual, true, &body, &frame), RKH_GOOD);
	ck_assert_uint_eq(frame.n_args, 0);
	ck_assert(!frame.has_seq);
	body.sum = 1;
	ck_assert_int_eq(rkh_split(&usual, true, &body, &frame), RKH_BAD_SUM);
	body.len = 0;
	body.sum = 0;
	ck_assert_int_eq(rkh_split(&usual, true, &body, &frame), RKH_SHORT);
}
END_TEST

static struct rkh_step track(struct rkh_tracker *tracker, uint8_t seq,
			     uint32_t stamp, uint8_t stamp_size)
{
	struct rkh_frame frame = {
		.seq = seq,
		.has_seq = true,
		.stamp = stamp,
		.stamp_size = stamp_size,
	};
	struct rkh_step step;

	rkh_track(tracker, &frame, &step);
	return step;
}

START_TEST(gap_is_reported_with_its_times)
{
	struct rkh_tracker tracker;
	struct rkh_step step;

	rkh_tracker_init(&tracker);
	step = track(&tracker, 0, 100, 4);
	ck_assert_uint_eq(step.missing, 0);
	ck_assert(step.is_first);
	ck_assert(!step.has_since);
	step = track(&tracker, 6, 130, 4);
	ck_assert_uint_eq(step.missing, 5);
	ck_assert(!step.is_first);
	ck_assert_uint_eq(step.since, 100);
	ck_assert_uint_eq(step.time, 130);
	step = track(&tracker, 255, 131, 4);
	ck_assert_uint_eq(step.missing, 248);
	step = track(&tracker, 0, 132, 4);
	ck_assert_uint_eq(step.missing, 0);
	step = track(&tracker, 0, 133, 4);
	ck_assert_uint_eq(step.missing, 255);
}
END_TEST

START_TEST(time_goes_on_when_the_clock_wraps)
{
	struct rkh_tracker tracker;

	rkh_tracker_init(&tracker);
	ck_assert_uint_eq(track(&tracker, 0, 250, 1).time, 250);
	ck_assert_uint_eq(track(&tracker, 1, 4, 1).time, 260);
	ck_assert_uint_eq(track(&tracker, 2, 3, 1).time, 515);

	rkh_tracker_init(&tracker);
	ck_assert_uint_eq(track(&tracker, 0, 0xfffffff0, 4).time, 0xfffffff0);
	ck_assert_uint_eq(track(&tracker, 1, 0x10, 4).time,
			  UINT64_C(0x100000010));
	/* Back a little, across the wrap and before it. */
	ck_assert_uint_eq(track(&tracker, 2, 0xfffffff8, 4).time, 0xfffffff8);
	ck_assert_uint_eq(track(&tracker, 3, 0xfffffff0, 4).time, 0xfffffff0);

	/* Never earlier than the begin. */
	rkh_tracker_init(&tracker);
	ck_assert_uint_eq(track(&tracker, 0, 5, 4).time, 5);
	ck_assert_uint_eq(track(&tracker, 1, 0xffffffff, 4).time, 0xffffffff);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("rkh-frame");
	TCase *tcase = support_case(suite, "frame");

	tcase_add_test(tcase, frame_is_the_bytes_of_the_protocol);
	tcase_add_test(tcase, bare_frame_takes_no_sequence_number);
	/* id, time stamp and text need 16 bytes, sequence number and checksum
	 * 3, the flag 1. */
	tcase_add_loop_test(tcase, frame_without_room_is_void, 0, 17);
	tcase_add_test(tcase, room_is_enough_for_the_worst_frame);
	tcase_add_loop_test(tcase, what_is_sent_comes_back, 0, LAYOUTS);
	tcase_add_loop_test(tcase, damage_hurts_no_other_frame, 0, 4);
	tcase_add_loop_test(tcase, body_ends_as_it_ends, 0,
			    sizeof(cuts) / sizeof(cuts[0]));
	tcase_add_test(tcase, frame_shorter_than_its_fields_is_refused);
	tcase_add_test(tcase, gap_is_reported_with_its_times);
	tcase_add_test(tcase, time_goes_on_when_the_clock_wraps);
	return support_run(suite);
}
