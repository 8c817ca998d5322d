/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * RKH frames: records on a byte stream that may lose, flip and insert bytes.
 *
 * A frame is, in this order and little-endian,
 *
 *     id         1, 2 or 4 bytes
 *     sequence   1 byte, counts frames modulo 256     may be absent
 *     stamp      1, 2 or 4 bytes                      may be absent
 *     arguments  any number of bytes
 *     checksum   1 byte: all bytes up to here sum to 0     may be absent
 *     flag       7e
 *
 * The bytes before the flag that are 7e or 7d travel as 7d and the byte
 * with bit 5 turned.  So a 7e is a flag wherever it stands, and whatever
 * happened to a frame, the next one begins after the next flag.  A bare
 * frame has neither sequence nor stamp, whatever the others have.
 *
 * Which fields there are is not in the stream: both sides have to know
 * struct rkh_layout.
 *
 * Sending is rkh_begin(), rkh_put_...(), rkh_end().  Receiving is three
 * steps, each usable alone: rkh_deframe() cuts the stream into bodies,
 * rkh_split() checks a body and finds its fields, rkh_track() tells by
 * sequence and stamp what is missing before it.
 *
 * Nothing here allocates, and all state is in the structures.
 */
#ifndef POSIXTRACE_TOOLS_RKH_FRAME_H
#define POSIXTRACE_TOOLS_RKH_FRAME_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
	RKH_FLAG = 0x7e,
	RKH_ESCAPE = 0x7d,
	RKH_TURN = 0x20,
};

struct rkh_layout {
	uint8_t id_size;	/* 1, 2 or 4 */
	uint8_t stamp_size;	/* 0, 1, 2 or 4 */
	bool has_seq;
	bool has_sum;
};

bool rkh_layout_is_valid(const struct rkh_layout *layout);

/* The maximum size of a frame with n bytes of arguments. */
#define RKH_FRAME_ROOM(n) (2 * (4 + 1 + 4 + (size_t)(n) + 1) + 1)

/* ---- Sending ---- */

struct rkh_encoder {
	struct rkh_layout layout;
	uint8_t seq;		/* of the next frame that has one */
	/* The frame under construction. */
	bool is_bare;
	bool is_short;		/* the buffer was too small */
	uint8_t sum;
	uint8_t *start;
	uint8_t *at;
	uint8_t *end;
};

/* `layout` is valid. */
void rkh_encoder_init(struct rkh_encoder *encoder,
		      const struct rkh_layout *layout);

/*
 * Begin a frame in size bytes at buffer, which are the caller's and in use
 * until rkh_end().  Of id and stamp the low bytes are sent.
 */
void rkh_begin(struct rkh_encoder *encoder, void *buffer, size_t size,
	       uint32_t id, uint32_t stamp);
void rkh_begin_bare(struct rkh_encoder *encoder, void *buffer, size_t size,
		    uint32_t id);

void rkh_put_bytes(struct rkh_encoder *encoder, const void *bytes,
		   size_t len);

/* The low `size` bytes of value, at most 8. */
void rkh_put_uint(struct rkh_encoder *encoder, uint64_t value, size_t size);

/* A string with its zero. */
void rkh_put_string(struct rkh_encoder *encoder, const char *string);

/*
 * The length of the frame, its flag included.  0: there was not room enough;
 * the frame is void then and took no sequence number.  A stream has a flag
 * before its first frame, which is for the caller to send.
 */
size_t rkh_end(struct rkh_encoder *encoder);

/* ---- Receiving: bodies ---- */

enum rkh_cut {
	RKH_CUT_NONE,		/* no body yet: more bytes are needed */
	RKH_CUT_FLAG,		/* flag to flag: a frame, or its remains */
	RKH_CUT_LEAD,		/* up to the first flag: maybe from the middle */
	RKH_CUT_ABORT,		/* ends with an escape, which is never sent */
	RKH_CUT_OVERLONG,	/* longer than the buffer */
	RKH_CUT_TAIL,		/* the stream ended without the flag */
};

/* Valid until the next call with the deframer. */
struct rkh_body {
	enum rkh_cut cut;
	uint64_t offset;	/* of its first byte in the stream */
	uint64_t end;		/* of the byte after its last: the flag */
	const uint8_t *bytes;	/* without escapes, with the checksum */
	size_t len;
	uint8_t sum;		/* of all of them */
};

struct rkh_deframer {
	uint8_t *buffer;
	size_t size;
	size_t len;
	uint64_t offset;	/* in the stream: of the next byte */
	uint64_t start;		/* of the body's first byte */
	uint8_t sum;
	bool in_lead;
	bool is_escaped;
	bool is_overlong;
};

/*
 * Bodies are assembled in the caller's buffer of `size` bytes; longer ones are
 * skipped and reported.
 */
void rkh_deframer_init(struct rkh_deframer *deframer, void *buffer,
		       size_t size);

/*
 * Take bytes off the stream up to the end of a body; empty ones are passed
 * over.  Returns how many were taken: less than len only with a body, after
 * which the caller comes again with the others.
 */
size_t rkh_deframe(struct rkh_deframer *deframer, const void *bytes,
		   size_t len, struct rkh_body *body);

/* The stream has ended: a body of RKH_CUT_TAIL or RKH_CUT_LEAD, or none. */
void rkh_deframe_end(struct rkh_deframer *deframer, struct rkh_body *body);

/* ---- Receiving: frames ---- */

enum rkh_verdict {
	RKH_GOOD,
	RKH_BAD_SUM,		/* of the body, as far as it came */
	RKH_SHORT,		/* too few bytes for the fields in front */
};

struct rkh_frame {
	uint32_t id;
	uint8_t seq;		/* 0 if the frame has none */
	uint32_t stamp;		/* 0 if the frame has none */
	bool has_seq;
	uint8_t stamp_size;
	const uint8_t *args;	/* in the body */
	size_t n_args;
};

/*
 * Check the sum and find the fields; any cut may be given, and one that is
 * not from flag to flag is for the caller to believe or not.  *frame is set
 * only if the verdict is RKH_GOOD.
 */
enum rkh_verdict rkh_split(const struct rkh_layout *layout, bool is_bare,
			   const struct rkh_body *body,
			   struct rkh_frame *frame);

/* A little-endian number of at most 8 bytes. */
static inline uint64_t rkh_get_uint(const uint8_t *bytes, size_t size)
{
	uint64_t value = 0;

	while (size-- > 0)
		value = value << 8 | bytes[size];
	return value;
}

/* ---- Receiving: what is missing ---- */

struct rkh_tracker {
	uint8_t next_seq;	/* the one expected */
	bool is_joined;		/* a frame with a sequence was received */
	bool has_time;		/* a frame with a stamp was received */
	uint64_t time;		/* its time */
};

/*
 * What the stream tells between a frame and the one before it.  The sequence
 * counts modulo 256, so `missing` is the least; 256 in a row go unnoticed.
 */
struct rkh_step {
	unsigned missing;	/* frames lost before this one, at least */
	bool is_first;		/* no frame was received before: joined late? */
	bool has_since;
	uint64_t since;		/* time of the previous frame */
	uint64_t time;		/* of this one: its stamp, extended */
};

/* The sender begins, or begins again: sequence 0 is next. */
void rkh_tracker_init(struct rkh_tracker *tracker);

/*
 * For each correct frame, in order.  Time advances by the difference of the
 * stamps, so a pause of more than a period of the clock is too short by a
 * multiple of it; time goes back only if a stamp of 4 bytes does, by less than
 * 1/16 of a period.
 */
void rkh_track(struct rkh_tracker *tracker, const struct rkh_frame *frame,
	       struct rkh_step *step);

#endif
