/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * The contents of a log besides its events, and their positions in the file.
 * Fixed width, no pointers, in the byte order of the writer, which a reader
 * converts (log/foreign.h); doc/posixtrace-log.5 describes the same byte by
 * byte.
 *
 *        0  TXTB control header, 48 bytes          (log/txtb.h)
 *       48  TXTB object registry, 255 slots of 48 bytes
 *    12288  window: 1024 TXTB entries of 32 bytes
 *    45056  struct pxt_log_head
 *    49152  struct pxt_log_status, slots A and B of 512 bytes
 *    50176  struct pxt_log_pointer, slots A and B of 512 bytes
 *    51200  the same for image blocks
 *    53248  struct pxt_log_name, one for each id below 2048
 *   200704  struct pxt_log_type, one for each id below 2048
 *   724992  blocks: struct pxt_chunk_header and its records, back to back
 *
 * In logs of versions without typed events the blocks begin at 200704.
 */
#ifndef PXT_MODEL_LOGFORM_H
#define PXT_MODEL_LOGFORM_H

#include <assert.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "model/attr.h"
#include "model/image.h"
#include "model/record.h"

#define PXT_LOG_MAGIC		"PXTLOG1\n"
#define PXT_LOG_BYTE_ORDER	0x01020304u

enum {
	PXT_LOG_VERSION = 1,
	PXT_LOG_HEAD = 45056,
	PXT_LOG_STATUS = 49152,
	PXT_LOG_STATUS_SLOT = 512,
	PXT_LOG_POINTER = 50176,
	PXT_LOG_IMAGES = 51200,
	PXT_LOG_NAMES = 53248,
	PXT_LOG_TYPES = 200704,
	PXT_LOG_BLOCKS = 724992,
	PXT_LOG_BLOCKS_OLD = PXT_LOG_TYPES,	/* without argument
						 * descriptions */
	/* UNTIL_FULL reserves this for the STOP that ends the log. */
	PXT_LOG_END_ROOM = 512,
	/* The data of an image block is a multiple of this. */
	PXT_LOG_IMAGES_UNIT = 64,
	/* Entries of an index block, unless a block has room for fewer. */
	PXT_LOG_INDEX_MOST = 512,
};

/* Written once, before the first block. */
struct pxt_log_head {
	char magic[8];		/* PXT_LOG_MAGIC, no NUL */
	uint32_t version;	/* PXT_LOG_VERSION */
	uint32_t byte_order;	/* PXT_LOG_BYTE_ORDER as the writer stores it */
	uint32_t pointer_size;	/* of the traced program, bytes */
	uint32_t chunk_size;	/* no block is larger */
	uint32_t id_space;	/* event type ids are below this */
	uint32_t set_size;	/* bytes of a trace_event_set_t */
	int32_t target_pid;
	int32_t controller_pid;
	uint32_t clock;		/* enum pxt_clock_kind */
	uint32_t identity;	/* random: not that of an older log */
	uint64_t anchor_ticks;	/* time of the create by the clock of the
				 * records ... */
	uint64_t anchor_ns;	/* ... by CLOCK_MONOTONIC ... */
	int64_t anchor_real_ns;	/* ... and by CLOCK_REALTIME */
	uint64_t block_start;	/* PXT_LOG_BLOCKS, or of older logs */
	uint64_t block_limit;	/* blocks end at or before this; 0: APPEND */
	uint64_t controller_start;	/* start time of the controller, clock ticks */
	char boot_id[40];	/* of the machine's boot, as a string */
	char host[64];
	char segment[128];	/* path of the segment, for recovery */
	struct pxt_attr attr;	/* as used; actual sizes */
	uint32_t number;	/* logs of its stream before this one */
	uint32_t crc;		/* CRC-32C of everything before it */
};

enum pxt_log_end {
	PXT_LOG_OPEN,
	PXT_LOG_COMPLETE,	/* the stream was shut down, or has ... */
	/* ... gone on with another log; if it was killed before it could, and its
	 * segment says so, this is to be completed with what is there. */
	PXT_LOG_HANDED_OVER,
};

/*
 * Rewritten at each flush and, with `complete`, at shutdown (ST-1).  Writes
 * go to slot A and slot B in turn, so a torn one leaves its predecessor; the
 * whole one with the higher sequence counts.
 */
struct pxt_log_status {
	uint32_t complete;	/* enum pxt_log_end */
	uint32_t epoch;		/* blocks of an older one were cleared */
	int32_t stream_status;	/* the members of posix_trace_status_info */
	int32_t stream_full;
	int32_t stream_overrun;	/* flags as never reset */
	int32_t flush_status;
	int32_t flush_error;
	int32_t log_overrun;
	int32_t log_full;
	uint32_t processes;
	uint64_t events;	/* recorded */
	uint64_t bytes;
	uint64_t lost;		/* from the stream */
	uint64_t log_lost;	/* from the log */
	uint64_t log_first_lost;	/* ticks; 0: none */
	uint64_t peak;		/* maximum of bytes in the stream */
	uint32_t threads;
	uint32_t starts;
	uint32_t filtered;
	uint32_t identity;	/* as in the head */
	uint64_t anchor_ticks;	/* a clock anchor of this moment */
	uint64_t anchor_ns;
	uint64_t first_serial;	/* oldest block not overwritten; 0: no blocks */
	uint64_t last_serial;	/* newest block; 0: no blocks */
	uint64_t sequence;	/* number of the write of a status, from 1 */
	uint32_t log_reported;	/* of log_lost: reported by OVERFLOW */
	uint32_t crc;		/* CRC-32C of everything before it */
};

/* The name of an event type; an unused one is all zero. */
struct pxt_log_name {
	uint32_t id;
	uint32_t crc;		/* CRC-32C of identity, id and name, in a row */
	char name[PXT_EVENT_NAME_SIZE];	/* zero after its end */
};

/*
 * Where in the ring the records of a block were, instead of the lease in its
 * header: the chunk, 23 bits of its lease, and where the records end.  By this
 * a recovery finds out what of a chunk is in the log, also if all of it has one
 * time.  0: there is no place, as in the headers of older versions and of
 * blocks that were made without a chunk.
 */
enum {
	PXT_PLACE_CHUNK_AT = 40,	/* the number of the chunk, from 1 */
	PXT_PLACE_LEASE_AT = 17,
	PXT_PLACE_LEASE_MASK = (1 << 23) - 1,
	PXT_PLACE_END_MASK = (1 << PXT_PLACE_LEASE_AT) - 1,	/* eighths */
};

static inline uint64_t pxt_place(uint32_t chunk, uint64_t lease, uint32_t end)
{
	/* A lease alone if the chunk is beyond the range. */
	if ((chunk + UINT64_C(1)) >> (64 - PXT_PLACE_CHUNK_AT))
		return (uint32_t)lease ? (uint32_t)lease : 1;
	return (chunk + UINT64_C(1)) << PXT_PLACE_CHUNK_AT |
	       (lease & PXT_PLACE_LEASE_MASK) << PXT_PLACE_LEASE_AT |
	       end / 8;
}

static inline bool pxt_place_is_known(uint64_t place)
{
	return place >> PXT_PLACE_CHUNK_AT;
}

static inline uint32_t pxt_place_chunk(uint64_t place)
{
	return (uint32_t)(place >> PXT_PLACE_CHUNK_AT) - 1;
}

static inline bool pxt_place_is_of(uint64_t place, uint64_t lease)
{
	return ((place >> PXT_PLACE_LEASE_AT ^ lease) &
		PXT_PLACE_LEASE_MASK) == 0;
}

static inline uint32_t pxt_place_end(uint64_t place)
{
	return (uint32_t)(place & PXT_PLACE_END_MASK) * 8;
}

/*
 * Now and then an index block follows the blocks it has the entries of.  Its
 * header is that of a block of kind PXT_KIND_INDEX, but
 *
 *   thread   offset of the index block before this one; 0: this is the first
 *   serial   of the last block it has an entry of; the entries are those of
 *            the `count` blocks up to it, oldest first
 *
 * and base, last, the anchor and what tells of threads are zero.
 */
struct pxt_log_entry {
	uint64_t offset;	/* of the block */
	uint64_t base;		/* as in its header, like all that follows */
	uint64_t last;
	uint64_t anchor_ticks;
	uint64_t anchor_ns;
	uint32_t used;
	uint32_t count;
	int32_t pid;
	int32_t tid;
	uint16_t kind;
	uint16_t lane;
	uint32_t reserved;
};

/*
 * An image block has records of images (image.h), and zeros up to a multiple of
 * PXT_LOG_IMAGES_UNIT.  For readers of versions without images it is an index
 * block of an epoch that no other block has, and so is skipped:
 *
 *   count    units of the data
 *   serial   the sum of the units of all image blocks up to this one
 *   thread   offset of the image block before this one; 0: this is the first
 *   epoch    PXT_LOG_IMAGES_EPOCH
 */
#define PXT_LOG_IMAGES_EPOCH	UINT32_MAX

/* Where the newest index block is, or the newest image block; slots as those of
 * the status. */
struct pxt_log_pointer {
	uint32_t identity;
	uint32_t epoch;
	uint64_t offset;
	uint64_t serial;	/* as in the header of that index block */
	uint64_t sequence;	/* number of the write, from 1 */
	uint32_t reserved;
	uint32_t crc;		/* CRC-32C of everything before it */
};

/*
 * What a block of kind PXT_KIND_PACKED has in place of records: this, a frame
 * of zstd, and zeros up to a multiple of 8 bytes.
 */
struct pxt_log_packed {
	uint32_t size;		/* bytes of the records */
	uint32_t len;		/* bytes of the frame */
};

/* The description of its arguments (describe.h); an unused one is all zero. */
struct pxt_log_type {
	uint32_t id;
	uint32_t crc;		/* CRC-32C of identity, id and text, in a row */
	char text[PXT_TYPE_SIZE];	/* zero after its end */
};

/* These sizes are the same on every machine. */
static_assert(sizeof(struct pxt_attr) == 136, "part of the format");
static_assert(sizeof(struct pxt_origin) == 16, "part of the format");
static_assert(sizeof(struct pxt_log_packed) == 8, "part of the format");
static_assert(sizeof(struct pxt_log_entry) == 64, "part of the format");
static_assert(sizeof(struct pxt_log_pointer) == 40, "part of the format");
static_assert(sizeof(struct pxt_log_head) == 472, "part of the format");
static_assert(sizeof(struct pxt_log_status) == 152, "part of the format");
static_assert(sizeof(struct pxt_log_name) == 72, "part of the format");
static_assert(sizeof(struct pxt_log_type) == 256, "part of the format");
static_assert((int)PXT_LOG_IMAGES_UNIT == sizeof(struct pxt_log_entry),
	      "an index block to readers without images");
static_assert((int)PXT_IMAGE_MOST <= (int)PXT_CHUNK_SIZE_MIN -
	      (int)PXT_CHUNK_HEADER_SIZE, "a record fits into any block");
static_assert(PXT_LOG_NAMES + sizeof(struct pxt_log_name) * PXT_ID_SPACE ==
	      PXT_LOG_TYPES, "the names fill up their pages");
static_assert(PXT_LOG_TYPES + sizeof(struct pxt_log_type) * PXT_ID_SPACE ==
	      PXT_LOG_BLOCKS, "as do the types");

/*
 * The log size that a log with these attributes has: at least 4096, and four
 * blocks with the largest record fit (ASIZE-3, LOG-1).
 */
uint64_t pxt_log_size_in_use(const struct pxt_attr *attr);

/* Fill in the CRC, last of all. */
void pxt_log_head_seal(struct pxt_log_head *head);
void pxt_log_status_seal(struct pxt_log_status *status);
void pxt_log_pointer_seal(struct pxt_log_pointer *pointer);
void pxt_log_name_seal(struct pxt_log_name *name, uint32_t identity);
void pxt_log_type_seal(struct pxt_log_type *type, uint32_t identity);
void pxt_log_block_seal(struct pxt_chunk_header *header, const void *records);

/* Is it from a machine of the other byte order?  The head is valid. */
static inline bool pxt_log_is_foreign(const struct pxt_log_head *head)
{
	return head->byte_order != PXT_LOG_BYTE_ORDER;
}

/* The magic number of blocks, as in the file. */
static inline uint32_t pxt_log_magic(const struct pxt_log_head *head)
{
	return pxt_log_is_foreign(head) ? __builtin_bswap32(PXT_CHUNK_MAGIC) :
	       PXT_CHUNK_MAGIC;
}

/*
 * Is it complete, every number in range and every string terminated?  The
 * bytes may be anything; those of the other byte order are converted
 * (log/foreign.h).
 */
bool pxt_log_head_is_valid(const struct pxt_log_head *head);
bool pxt_log_status_is_valid(const struct pxt_log_status *status,
			     const struct pxt_log_head *head);
bool pxt_log_pointer_is_valid(const struct pxt_log_pointer *pointer,
			      const struct pxt_log_head *head);
bool pxt_log_name_is_valid(const struct pxt_log_name *name, unsigned id,
			   const struct pxt_log_head *head);
bool pxt_log_type_is_valid(const struct pxt_log_type *type, unsigned id,
			   const struct pxt_log_head *head);
/* Is its own CRC right?  The log may be any. */
bool pxt_log_header_is_whole(const struct pxt_chunk_header *header);
/*
 * Checks the header only; the CRC of the records shows whether they are valid.
 */
bool pxt_log_block_is_valid(const struct pxt_chunk_header *header,
			    const struct pxt_log_head *head);
bool pxt_log_index_is_valid(const struct pxt_chunk_header *header,
			    const struct pxt_log_head *head);
/* Of an index block with a valid header: is it an image block? */
static inline bool pxt_log_is_images(const struct pxt_chunk_header *header)
{
	return header->epoch == PXT_LOG_IMAGES_EPOCH;
}

/* Are these valid records of a block of a log?  The CRCs */
bool pxt_log_chunk_is_valid(const struct pxt_chunk_header *header,
			    size_t chunk_size);

#endif
