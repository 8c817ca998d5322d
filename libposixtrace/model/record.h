/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * Records and chunks: the bytes that a writer puts into the ring, that the
 * flush puts into the log, and that every reader decodes, with the one
 * decoder declared here.
 *
 * A chunk is a header and records, one after the other, 8-byte aligned:
 *
 *   header   128 bytes, struct pxt_chunk_header
 *   record   16 bytes head, data, padding to 8
 *   record   ...
 *
 *   word 0   bits 0-47 time in ticks, low 48 bits   48-63 length of the data
 *   word 1   bits 0-47 address of the call          48-62 event type
 *            bit 63 data was cut to max-data-size
 *
 * One writer fills a chunk, so times in it do not fall, and no two records of
 * a chunk are 2^47 ticks apart: `base` in the header gives the high bits.  If a
 * time does fall, by a clock that was set back, the record has the time of the
 * one before it.
 * The data of a record in a control chunk (PXT_KIND_CONTROL) begins with a
 * struct pxt_origin, since its records come from whatever thread controls.
 *
 * In the ring, a thread may go on in the chunk that another one left
 * (ring/adopt.h).  Its records follow an owner record, whose data is a struct
 * pxt_owner: from there on that thread is the writer, not the one in the
 * header.  An owner record is no event: it is not counted, and its time means
 * nothing.  A log has none: there each writer has a block of its own.
 */
#ifndef PXT_MODEL_RECORD_H
#define PXT_MODEL_RECORD_H

#include <assert.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "model/limits.h"

#define PXT_CHUNK_MAGIC	0x4b4e4843u	/* "CHNK" */

enum pxt_kind {
	PXT_KIND_EVENTS = 1,	/* of one traced thread */
	PXT_KIND_CONTROL = 2,	/* START, STOP, FILTER, FLUSH_*: the controller's */
	PXT_KIND_INDEX = 3,	/* of a log only: where blocks are (logform.h) */
};

/* In the kind of a block of a log: its records are compressed. */
#define PXT_KIND_PACKED	0x8000u

enum {
	PXT_HEAD_SIZE = 16,
	PXT_CHUNK_HEADER_SIZE = 128,
	PXT_CHUNK_SIZE_MIN = 4096,
	PXT_CHUNK_SIZE_MAX = 1 << 20,
};

struct pxt_chunk_header {
	uint32_t magic;
	uint32_t used;		/* bytes of records after this header */
	/* Which lease of the chunk this is, from 1.  In a log: pxt_place(). */
	uint64_t lease;
	int32_t pid;		/* of the writer, in its own pid namespace */
	int32_t tid;		/* its kernel thread id */
	uint64_t thread;	/* its pthread_t */
	uint64_t base;		/* ticks, not after the first record's */
	uint64_t last;		/* ticks of the last record */
	uint32_t count;		/* records */
	uint16_t kind;		/* enum pxt_kind */
	uint16_t lane;		/* the slot it was written through */
	/* the name of the thread, the newest one in the ring (stream/comm.h) */
	char comm[PXT_COMM_SIZE];
	/* Blocks of a log count up from 1.  In the ring: the number of owner
	 * records << 32, without those that had been read when the newest one
	 * was put, and where among the records that is. */
	uint64_t serial;
	/* Zero in the ring, except `epoch`; what follows is filled in for the
	 * log. */
	uint64_t anchor_ticks;	/* a clock anchor not before `last` ... */
	uint64_t anchor_ns;	/* ... and its CLOCK_MONOTONIC time */
	uint64_t log_lost;	/* events overwritten in the log before this block */
	uint64_t log_horizon;	/* ticks of the newest of them; 0: none */
	/* Number of the clearing that it belongs to.  In the ring: of this chunk
	 * among those of its lane, where times do not tell their order. */
	uint32_t epoch;
	uint32_t identity;	/* of the log, as in its head */
	uint32_t data_crc;	/* CRC-32C of the records */
	uint32_t header_crc;	/* CRC-32C of the 124 bytes before it */
};

static_assert(sizeof(struct pxt_chunk_header) == PXT_CHUNK_HEADER_SIZE,
	      "the size is part of the format");

/* Before the data of a record in a control chunk. */
struct pxt_origin {
	uint64_t thread;
	int32_t pid;
	int32_t tid;
};

/* The type of an owner record, which is none of an event. */
#define PXT_ID_OWNER	0x7fffu

/*
 * The data of an owner record: the writer from there on, and the last name of
 * the one before.  The name in the header is the newest writer's.
 */
struct pxt_owner {
	uint64_t thread;
	int32_t pid;
	int32_t tid;
	char former_comm[PXT_COMM_SIZE];
};

enum { PXT_OWNER_SIZE = PXT_HEAD_SIZE + sizeof(struct pxt_owner) };

static_assert(PXT_OWNER_SIZE % 8 == 0, "records are aligned");

/* Events that are missing: the data of OVERFLOW. */
struct pxt_gap {
	uint64_t events;
	uint64_t first;		/* ticks of the first of them; 0: not known */
};

#define PXT_TICKS_MASK		((UINT64_C(1) << 48) - 1)
#define PXT_RECORD_TRUNCATED	(UINT64_C(1) << 63)
/* A chunk takes no record this many ticks after its base. */
#define PXT_CHUNK_SPAN		(UINT64_C(1) << 47)

/* Bytes a record with `len` bytes of data takes. */
static inline size_t pxt_record_size(size_t len)
{
	return PXT_HEAD_SIZE + ((len + 7) & ~(size_t)7);
}

/* Word 0 of the record that begins at `head`, put together by a rotation. */
static inline void pxt_record_put_time(unsigned char *head, uint64_t ticks,
				       size_t len)
{
	uint64_t turned = ticks << 16 | len;
	uint64_t word = turned >> 16 | turned << 48;

	__builtin_memcpy(head, &word, 8);
}

/* Word 1.  Two stores, the second over the upper part of the first: there is
 * nothing to wait for here, so that is quicker. */
static inline void pxt_record_put_type(unsigned char *head, uintptr_t address,
				       unsigned id, bool truncated)
{
	enum { TYPE_AT = __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__ ? 14 : 8 };
	uint64_t low = address;
	uint16_t type = (uint16_t)(id | (truncated ?
					 PXT_RECORD_TRUNCATED >> 48 : 0));

	__builtin_memcpy(head + 8, &low, 8);
	__builtin_memcpy(head + TYPE_AT, &type, 2);
}

/* Both; returns the position of the data. */
static inline unsigned char *pxt_record_put(unsigned char *head,
					    uint64_t ticks, uintptr_t address,
					    unsigned id, size_t len)
{
	pxt_record_put_time(head, ticks, len);
	pxt_record_put_type(head, address, id, false);
	return head + PXT_HEAD_SIZE;
}

/* An event as decoded; `data` points into the bytes that were decoded. */
struct pxt_event {
	uint64_t ticks;
	uint64_t address;
	uint64_t thread;
	const void *data;
	size_t len;
	unsigned id;
	int32_t pid;
	int32_t tid;
	bool truncated;
};

/* What is missing, if the event represents a gap. */
static inline bool pxt_event_gap(const struct pxt_event *event,
				 struct pxt_gap *gap)
{
	if (event->id != POSIX_TRACE_OVERFLOW || event->len < sizeof(*gap))
		return false;
	memcpy(gap, event->data, sizeof(*gap));
	return true;
}

/* Where a reader is in the records of a chunk; owns nothing. */
struct pxt_cursor {
	const struct pxt_chunk_header *header;
	const unsigned char *pos;
	const unsigned char *end;
	uint64_t ticks;		/* of the event read last, or the base */
	/* The writer of the next record, as in the header or this owner
	 * record's data. */
	const void *owner;	/* NULL: in the header */
	uint64_t thread;
	int32_t pid;
	int32_t tid;
	bool has_owners;	/* owner records are allowed */
};

/*
 * Read `size` bytes of records at `records`, which belong to `header`.  The
 * bytes may be anything: nothing outside them is read.
 */
void pxt_cursor_init(struct pxt_cursor *cursor,
		     const struct pxt_chunk_header *header,
		     const void *records, size_t size);

/*
 * The same for the records `from` to `to` of a chunk in the ring, or of a copy
 * of it.  The records of the chunk begin at `records`, and may contain owner
 * records.  The next event has the writer that it has if the whole chunk is
 * read.
 */
void pxt_cursor_init_ring(struct pxt_cursor *cursor,
			  const struct pxt_chunk_header *header,
			  const void *records, size_t from, size_t to);

/* The data of the next record if that is an owner record, else NULL. */
const void *pxt_cursor_peek_owner(const struct pxt_cursor *cursor);

/*
 * The slow path of pxt_cursor_next(): move the origin from the front of the
 * data to the event; false: there is none.  Continue after owner records.  And
 * the end of the records: false.
 */
bool pxt_cursor_take_origin(struct pxt_event *event);
bool pxt_cursor_pass(struct pxt_cursor *cursor, struct pxt_event *event);
bool pxt_cursor_give_up(struct pxt_cursor *cursor);

/*
 * Decode the next record into *event.  False at the end, and for good at the
 * first record that cannot be one (length past the end, id out of range);
 * cursor->pos == cursor->end tells the two apart.  In line,
 * for it is most of the work of reading an event.
 */
static inline bool pxt_cursor_next(struct pxt_cursor *cursor,
				   struct pxt_event *event)
{
	const struct pxt_chunk_header *header = cursor->header;
	size_t left = (size_t)(cursor->end - cursor->pos), size;
	uint64_t word[2], base = header->base, after, ticks;
	unsigned id;

	if (left < sizeof(word))
		return left ? pxt_cursor_give_up(cursor) : false;
	memcpy(word, cursor->pos, sizeof(word));

	size = pxt_record_size(word[0] >> 48);
	after = (word[0] - base) & PXT_TICKS_MASK;
	ticks = base + after;
	id = (word[1] >> 48) & 0x7fff;
	if (size > left || id - 1 >= PXT_ID_SPACE - 1)
		return pxt_cursor_pass(cursor, event);
	if (__builtin_expect(ticks < cursor->ticks || after > PXT_CHUNK_SPAN, 0))
		ticks = cursor->ticks;
	event->ticks = ticks;
	event->address = word[1] & PXT_TICKS_MASK;
	event->thread = cursor->thread;
	event->data = cursor->pos + sizeof(word);
	event->len = word[0] >> 48;
	event->id = id;
	event->pid = cursor->pid;
	event->tid = cursor->tid;
	event->truncated = word[1] & PXT_RECORD_TRUNCATED;
	cursor->pos += size;
	cursor->ticks = ticks;
	return header->kind != PXT_KIND_CONTROL ||
	       pxt_cursor_take_origin(event) || pxt_cursor_give_up(cursor);
}

/* Is this a valid header of a chunk of `size` bytes?  It may contain
 * anything. */
bool pxt_chunk_header_is_valid(const struct pxt_chunk_header *header,
			       size_t size);

#endif
