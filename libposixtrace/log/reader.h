/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * Reading a log.  Opening finds all blocks, by the index in the file if it
 * has one, and reads everything but their records; a block is then loaded by
 * itself, in any order.  The file may
 * hold anything: damage gives fewer blocks and a count, never more memory
 * than the file is worth.
 *
 * A reader is constant once open: threads may load from it at once.
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
	uint32_t used;		/* bytes in the file behind the header */
	uint32_t count;
	uint32_t kind;		/* without PXT_KIND_PACKED */
	bool is_packed;		/* its records are compressed */
	uint32_t lane;
	struct pxt_anchor anchor;	/* not before `last` */
};

/* What a header says of its block, which begins at an offset in the file. */
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

/* What the reader came to know besides single blocks. */
struct pxt_log_summary {
	uint64_t damaged;	/* places where something cannot be read */
	uint64_t events;	/* in the blocks, as their headers count them */
	uint64_t lost;		/* events lost from the log */
	uint64_t last;		/* ticks of the newest event; 0: no events */
	/*
	 * LOOP: ticks of the newest event that was overwritten, 0 if none was.
	 * An event not after it, in a block that is still there, has lost
	 * contemporaries and does not belong to the gap-free newest window.
	 */
	uint64_t horizon;
};

/*
 * Open the log in `fd`, which stays the caller's and keeps its offset.
 * A log of the other byte order is as good as one of ours.
 * EINVAL: not a log, or not open for reading.
 * ENOMEM, EMFILE, EIO.
 */
int pxt_log_open(int fd, struct pxt_log_reader **out);

/* The same, but the index in the file is not trusted: every byte where a
 * block could be is looked at. */
int pxt_log_open_by_scan(int fd, struct pxt_log_reader **out);

/* Only what stands in front: the head and the last status, all zero if there is
 * none.  The errors of pxt_log_open(). */
int pxt_log_peek(int fd, struct pxt_log_head *head,
		 struct pxt_log_status *status);

/*
 * For the writer of the log in `file` with this head: a reader that loads
 * given blocks, and finds none itself.  EACCES, ENOMEM.
 */
struct pxt_file;
int pxt_log_open_again(const struct pxt_file *file,
		       const struct pxt_log_head *head,
		       struct pxt_log_reader **out);

/* NULL is fine. */
void pxt_log_close(struct pxt_log_reader *reader);

/*
 * Read a block into `buf`, which takes chunk_size bytes of the head: its
 * struct pxt_chunk_header, which is valid then, and its records behind, of
 * which it says the size, as they are not compressed.
 * EBADMSG: the block is damaged.  ENOTSUP: it is compressed, and that cannot
 * be read here.  EIO, ENOMEM.
 */
int pxt_log_load(const struct pxt_log_reader *reader,
		 const struct pxt_log_block *block, void *buf);

/* Bytes of the block's records when loaded.  Errors as of pxt_log_load(). */
int pxt_log_records_size(const struct pxt_log_reader *reader,
			 const struct pxt_log_block *block, uint32_t *size);

/* No more than so many; nothing is read for that. */
uint32_t pxt_log_records_most(const struct pxt_log_reader *reader,
			      const struct pxt_log_block *block);

/* Read the first `size` bytes of the file, as they stand there.  False: they
 * cannot be read, or are not all there. */
bool pxt_log_read_start(const struct pxt_log_reader *reader, void *to,
			size_t size);

/* What these return lives as long as the reader. */
const struct pxt_log_head *pxt_log_get_head(
		const struct pxt_log_reader *reader);
/* NULL if no whole status is there. */
const struct pxt_log_status *pxt_log_get_status(
		const struct pxt_log_reader *reader);
/* The clearing that its blocks belong to. */
uint32_t pxt_log_get_epoch(const struct pxt_log_reader *reader);
/* NULL if the log has no such event type. */
const char *pxt_log_get_name(const struct pxt_log_reader *reader, unsigned id);
/* How its arguments are described; NULL if they are not. */
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
 * The first of these that can have an event at or after `ticks`; their number
 * if there is none.  O(log n).
 */
size_t pxt_log_find_block(const struct pxt_log_reader *reader, uint64_t ticks);
/* Where the newest index block is; NULL: the log does not say. */
const struct pxt_log_pointer *pxt_log_get_pointer(
		const struct pxt_log_reader *reader);
/*
 * For a timeline: the head's, then others of which both clocks rise, about a
 * millisecond apart or more.
 */
const struct pxt_anchor *pxt_log_get_anchors(
		const struct pxt_log_reader *reader, size_t *n);
const struct pxt_log_summary *pxt_log_get_summary(
		const struct pxt_log_reader *reader);

#endif
