/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * Reads a log.  Opening finds all blocks, by the index in the file if it has
 * one, and reads everything except records; blocks are then loaded one by one,
 * in any order.  The file may contain anything: damage results in fewer blocks
 * and a count, and memory stays proportional to the size of the file.
 *
 * A reader is constant once open: threads may load from it concurrently.
 */
#ifndef PXT_LOG_READER_H
#define PXT_LOG_READER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/clock.h"
#include "model/logform.h"

struct pxt_log_reader;

/* A block that can be loaded. */
struct pxt_log_block {
	uint64_t offset;	/* of its header in the file */
	uint64_t serial;
	uint64_t base;		/* ticks, as in struct pxt_chunk_header ... */
	uint64_t last;
	int32_t pid;
	int32_t tid;
	uint32_t used;		/* bytes in the file after the header */
	uint32_t count;
	uint32_t kind;		/* without PXT_KIND_PACKED */
	bool is_packed;		/* its records are compressed */
	uint32_t lane;
	uint32_t breaks;	/* gaps in the serials of the blocks before it */
	struct pxt_anchor anchor;	/* not before `last` */
};

/* Describe the block of a header at an offset in the file. */
static inline struct pxt_log_block pxt_log_block_of(
		const struct pxt_chunk_header *header, uint64_t offset)
{
	return (struct pxt_log_block){
		.offset = offset,
		.serial = header->serial,
		.base = header->base,
		.last = header->last,
		.pid = header->pid,
		.tid = header->tid,
		.used = header->used,
		.count = header->count,
		.kind = header->kind & ~(uint32_t)PXT_KIND_PACKED,
		.is_packed = header->kind & PXT_KIND_PACKED,
		.lane = header->lane,
		.anchor = { header->anchor_ticks, header->anchor_ns },
	};
}

/* What is known of the log as a whole. */
struct pxt_log_summary {
	uint64_t damaged;	/* places where something cannot be read */
	uint32_t breaks;	/* ... between the blocks, and behind them */
	uint64_t events;	/* in the blocks, by their headers */
	uint64_t lost;		/* events lost from the log */
	uint64_t last;		/* ticks of the newest event; 0: no events */
	/* LOOP: ticks of the newest event that was overwritten, 0 if none was.
	 * A remaining event that is not later does not belong to the gap-free
	 * newest window: others of its time are lost. */
	uint64_t horizon;
};

/*
 * Open the log in `fd`, which stays the caller's and keeps its offset.  The log
 * may have the other byte order.  EINVAL: not a log, or not open for reading
 * .  ENOMEM, EMFILE, EIO.
 */
int pxt_log_open(int fd, struct pxt_log_reader **out);

/* The same, but without the index in the file: every possible place of a block
 * is examined. */
int pxt_log_open_by_scan(int fd, struct pxt_log_reader **out);

/* The same, but only what precedes the blocks is read: it has none, whatever the
 * size of the log. */
int pxt_log_open_front(int fd, struct pxt_log_reader **out);
/* Read only the head and the newest status, all zero if there is none.  The
 * errors of pxt_log_open(). */
int pxt_log_peek(int fd, struct pxt_log_head *head,
		 struct pxt_log_status *status);

/* Is it in that file? */
bool pxt_log_is_file(const struct pxt_log_reader *reader, uint64_t device,
		     uint64_t inode);

/* Was it incomplete when it was opened, and has been completed since? */
bool pxt_log_was_completed(const struct pxt_log_reader *reader);

/*
 * For the writer of the log in `file` with this head: a reader that loads given
 * blocks and does not search any.  EACCES, ENOMEM.
 */
struct pxt_file;
int pxt_log_open_again(const struct pxt_file *file,
		       const struct pxt_log_head *head,
		       struct pxt_log_reader **out);

/* NULL is fine. */
void pxt_log_close(struct pxt_log_reader *reader);

/*
 * Read a block into `buf`, of chunk_size bytes of the head: its struct
 * pxt_chunk_header, which is valid then, and its records, uncompressed, whose
 * size is in the header.  EBADMSG: the block is damaged.  ENOTSUP: it is
 * compressed, and compression is not available.  EIO, ENOMEM.
 */
int pxt_log_load(const struct pxt_log_reader *reader,
		 const struct pxt_log_block *block, void *buf);

/* The size of the block's records when loaded.  Errors as of pxt_log_load(). */
int pxt_log_records_size(const struct pxt_log_reader *reader,
			 const struct pxt_log_block *block, uint32_t *size);

/* An upper bound of that; reads nothing. */
uint32_t pxt_log_records_most(const struct pxt_log_reader *reader,
			      const struct pxt_log_block *block);

/* Where in the ring the records of a block were (pxt_place()); 0: it cannot be
 * read, or is not known. */
uint64_t pxt_log_get_place(const struct pxt_log_reader *reader,
			   const struct pxt_log_block *block);

/* Read the first `size` bytes of the file, without conversion.  False: they
 * cannot be read, or the file is shorter. */
bool pxt_log_read_start(const struct pxt_log_reader *reader, void *to,
			size_t size);

/* The results exist as long as the reader. */
const struct pxt_log_head *pxt_log_get_head(
		const struct pxt_log_reader *reader);
/* NULL if there is no valid status. */
const struct pxt_log_status *pxt_log_get_status(
		const struct pxt_log_reader *reader);
/* The epoch (pxt_log_clear()) of its blocks. */
uint32_t pxt_log_get_epoch(const struct pxt_log_reader *reader);
/* NULL if the log has no such event type. */
const char *pxt_log_get_name(const struct pxt_log_reader *reader, unsigned id);
/* The description of its arguments, or NULL. */
const char *pxt_log_get_type(const struct pxt_log_reader *reader, unsigned id);
/* By base, then serial. */
const struct pxt_log_block *pxt_log_get_blocks(
		const struct pxt_log_reader *reader, size_t *n);
/*
 * The newest block, if its records are incomplete: its writer died while
 * writing it over older ones, and only the checksum shows that.  NULL: it is
 * complete, or there is none.
 */
const struct pxt_log_block *pxt_log_get_torn(
		const struct pxt_log_reader *reader);
/*
 * The index of the first of them that may contain an event at or after `ticks`;
 * their number if there is none.  O(log n).
 */
size_t pxt_log_find_block(const struct pxt_log_reader *reader, uint64_t ticks);
/* Where the newest index block is; NULL: unknown. */
const struct pxt_log_pointer *pxt_log_get_pointer(
		const struct pxt_log_reader *reader);
/* The same of the newest image block. */
const struct pxt_log_pointer *pxt_log_get_images(
		const struct pxt_log_reader *reader);
/*
 * Call `visit` for each record of an image, in the order of writing, until it
 * returns false.  EBADMSG: some of them cannot be read.  ENOMEM, EIO.
 */
int pxt_log_each_image(const struct pxt_log_reader *reader,
		       bool (*visit)(const struct pxt_image *image, void *arg),
		       void *arg);
/* Read `len` bytes at an offset, without conversion; *got is less only at the
 * end of the file. */
int pxt_log_read(const struct pxt_log_reader *reader, void *to, size_t len,
		 uint64_t offset, size_t *got);
/*
 * For a timeline: the head's anchor, then others that rise in both clocks,
 * about a millisecond apart or more.
 */
const struct pxt_anchor *pxt_log_get_anchors(
		const struct pxt_log_reader *reader, size_t *n);
const struct pxt_log_summary *pxt_log_get_summary(
		const struct pxt_log_reader *reader);

#endif
