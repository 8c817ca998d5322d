/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* RKH frames, sent and received; see frame.h. */
#include "frame.h"

#include <string.h>

bool rkh_layout_is_valid(const struct rkh_layout *layout)
{
	uint8_t id = layout->id_size;
	uint8_t stamp = layout->stamp_size;

	return (id == 1 || id == 2 || id == 4) &&
	       (stamp == 0 || stamp == 1 || stamp == 2 || stamp == 4);
}

/* ---- Sending ---- */

void rkh_encoder_init(struct rkh_encoder *encoder,
		      const struct rkh_layout *layout)
{
	*encoder = (struct rkh_encoder){ .layout = *layout };
}

static bool needs_escape(uint8_t byte)
{
	return byte == RKH_FLAG || byte == RKH_ESCAPE;
}

static void send_raw(struct rkh_encoder *encoder, uint8_t byte)
{
	if (encoder->at < encoder->end)
		*encoder->at++ = byte;
	else
		encoder->is_short = true;
}

static void send(struct rkh_encoder *encoder, uint8_t byte)
{
	encoder->sum = (uint8_t)(encoder->sum + byte);
	if (needs_escape(byte)) {
		send_raw(encoder, RKH_ESCAPE);
		byte ^= RKH_TURN;
	}
	send_raw(encoder, byte);
}

void rkh_put_bytes(struct rkh_encoder *encoder, const void *bytes, size_t len)
{
	const uint8_t *from = bytes;

	for (size_t i = 0; i < len; i++)
		send(encoder, from[i]);
}

void rkh_put_uint(struct rkh_encoder *encoder, uint64_t value, size_t size)
{
	for (size_t i = 0; i < size; i++) {
		send(encoder, (uint8_t)value);
		value >>= 8;
	}
}

void rkh_put_string(struct rkh_encoder *encoder, const char *string)
{
	rkh_put_bytes(encoder, string, strlen(string) + 1);
}

void rkh_begin_bare(struct rkh_encoder *encoder, void *buffer, size_t size,
		    uint32_t id)
{
	encoder->is_bare = true;
	encoder->is_short = false;
	encoder->sum = 0;
	encoder->start = buffer;
	encoder->at = encoder->start;
	encoder->end = encoder->start + size;
	rkh_put_uint(encoder, id, encoder->layout.id_size);
}

void rkh_begin(struct rkh_encoder *encoder, void *buffer, size_t size,
	       uint32_t id, uint32_t stamp)
{
	rkh_begin_bare(encoder, buffer, size, id);
	encoder->is_bare = false;
	if (encoder->layout.has_seq)
		send(encoder, encoder->seq);
	rkh_put_uint(encoder, stamp, encoder->layout.stamp_size);
}

size_t rkh_end(struct rkh_encoder *encoder)
{
	if (encoder->layout.has_sum)
		send(encoder, (uint8_t)-encoder->sum);
	send_raw(encoder, RKH_FLAG);
	if (encoder->is_short)
		return 0;
	if (encoder->layout.has_seq && !encoder->is_bare)
		encoder->seq++;
	return (size_t)(encoder->at - encoder->start);
}

/* ---- Receiving: bodies ---- */

void rkh_deframer_init(struct rkh_deframer *deframer, void *buffer,
		       size_t size)
{
	*deframer = (struct rkh_deframer){
		.buffer = buffer,
		.size = size,
		.in_lead = true,
	};
}

/* The next byte is the first of a body. */
static void start_body(struct rkh_deframer *deframer)
{
	deframer->len = 0;
	deframer->sum = 0;
	deframer->start = deframer->offset;
	deframer->in_lead = false;
	deframer->is_escaped = false;
	deframer->is_overlong = false;
}

/* Return the collected bytes as a body; the next byte is not part of it. */
static void cut_body(const struct rkh_deframer *deframer, enum rkh_cut cut,
		     struct rkh_body *body)
{
	if (deframer->is_escaped && cut == RKH_CUT_FLAG)
		cut = RKH_CUT_ABORT;
	if (deframer->is_overlong)
		cut = RKH_CUT_OVERLONG;
	if (deframer->in_lead)
		cut = RKH_CUT_LEAD;
	*body = (struct rkh_body){
		.cut = cut,
		.offset = deframer->start,
		.end = deframer->offset,
		.bytes = deframer->buffer,
		.len = deframer->len,
		.sum = deframer->sum,
	};
}

/* Is there anything between the start and the offset? */
static bool is_empty(const struct rkh_deframer *deframer)
{
	return deframer->start == deframer->offset;
}

static void collect(struct rkh_deframer *deframer, uint8_t byte)
{
	if (deframer->len < deframer->size) {
		deframer->buffer[deframer->len++] = byte;
		deframer->sum = (uint8_t)(deframer->sum + byte);
	} else {
		deframer->is_overlong = true;
	}
}

/* Copy the unescaped bytes at `at` that fit; returns their number. */
static size_t collect_run(struct rkh_deframer *deframer, const uint8_t *at,
			  size_t n)
{
	uint8_t *to = deframer->buffer + deframer->len;
	size_t room = deframer->size - deframer->len;
	uint8_t sum = deframer->sum;
	size_t i;

	if (n > room)
		n = room;
	for (i = 0; i < n && !needs_escape(at[i]); i++) {
		to[i] = at[i];
		sum = (uint8_t)(sum + at[i]);
	}
	deframer->sum = sum;
	deframer->len += i;
	deframer->offset += i;
	return i;
}

size_t rkh_deframe(struct rkh_deframer *deframer, const void *bytes,
		   size_t len, struct rkh_body *body)
{
	const uint8_t *from = bytes;
	size_t i = 0;

	body->cut = RKH_CUT_NONE;
	while (i < len) {
		uint8_t byte;

		if (!deframer->is_escaped)
			i += collect_run(deframer, from + i, len - i);
		if (i == len)
			break;
		byte = from[i++];
		if (byte == RKH_FLAG) {
			bool is_cut = !is_empty(deframer);

			if (is_cut)
				cut_body(deframer, RKH_CUT_FLAG, body);
			deframer->offset++;
			start_body(deframer);
			if (is_cut)
				break;
			continue;
		}
		deframer->offset++;
		if (deframer->is_escaped) {
			deframer->is_escaped = false;
			collect(deframer, byte ^ RKH_TURN);
		} else if (byte == RKH_ESCAPE) {
			deframer->is_escaped = true;
		} else {
			collect(deframer, byte);
		}
	}
	return i;
}

void rkh_deframe_end(struct rkh_deframer *deframer, struct rkh_body *body)
{
	body->cut = RKH_CUT_NONE;
	if (!is_empty(deframer))
		cut_body(deframer, RKH_CUT_TAIL, body);
	start_body(deframer);
}

/* ---- Receiving: frames ---- */

enum rkh_verdict rkh_split(const struct rkh_layout *layout, bool is_bare,
			   const struct rkh_body *body,
			   struct rkh_frame *frame)
{
	size_t id_size = layout->id_size;
	size_t seq_size = layout->has_seq && !is_bare;
	size_t stamp_size = is_bare ? 0 : layout->stamp_size;
	size_t head = id_size + seq_size + stamp_size;
	size_t sum_size = layout->has_sum;
	const uint8_t *at = body->bytes;

	if (layout->has_sum && body->sum != 0)
		return RKH_BAD_SUM;
	if (body->len < head + sum_size)
		return RKH_SHORT;
	*frame = (struct rkh_frame){
		.id = (uint32_t)rkh_get_uint(at, id_size),
		.seq = seq_size ? at[id_size] : 0,
		.stamp = (uint32_t)rkh_get_uint(at + id_size + seq_size,
						stamp_size),
		.has_seq = seq_size != 0,
		.stamp_size = (uint8_t)stamp_size,
		.args = at + head,
		.n_args = body->len - head - sum_size,
	};
	return RKH_GOOD;
}

/* ---- Receiving: what is missing ---- */

void rkh_tracker_init(struct rkh_tracker *tracker)
{
	*tracker = (struct rkh_tracker){ .next_seq = 0 };
}

/* The step from `now` to a clock that shows `stamp`, in two's complement. */
static uint64_t clock_step(uint64_t now, const struct rkh_frame *frame)
{
	unsigned bits = 8u * frame->stamp_size;
	uint64_t mask = (UINT64_C(1) << bits) - 1;
	uint64_t step = (frame->stamp - now) & mask;
	bool is_back = frame->stamp_size == 4 && step > mask - (mask >> 4);

	if (is_back && now >= mask + 1 - step)
		step -= mask + 1;
	return step;
}

void rkh_track(struct rkh_tracker *tracker, const struct rkh_frame *frame,
	       struct rkh_step *step)
{
	*step = (struct rkh_step){
		.is_first = !tracker->is_joined,
		.has_since = tracker->has_time,
		.since = tracker->time,
		.time = tracker->time,
	};
	if (frame->has_seq) {
		step->missing = (uint8_t)(frame->seq - tracker->next_seq);
		tracker->next_seq = (uint8_t)(frame->seq + 1);
		tracker->is_joined = true;
	}
	if (frame->stamp_size == 0)
		return;
	step->time = tracker->has_time ?
		tracker->time + clock_step(tracker->time, frame) :
		frame->stamp;
	tracker->time = step->time;
	tracker->has_time = true;
}
