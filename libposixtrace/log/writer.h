/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * Writing a log.  One struct pxt_log in private memory of the controller; a
 * caller that shares it between threads locks it.
 *
 * Everything is written with pwrite at absolute offsets: the file is never
 * read, mapped, truncated or moved in, so a write-only descriptor is enough,
 * and the caller's offset stays.  A write beyond RLIMIT_FSIZE raises SIGXFSZ
 * in the calling thread, which is for the caller to block.
 *
 * What is needed to read a block is in the file before the block: head,
 * status and name come first.  So a log cut anywhere, or left by a writer
 * that died, opens up to its last whole block.
 */
#ifndef PXT_LOG_WRITER_H
#define PXT_LOG_WRITER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "model/logform.h"

struct pxt_log;

/*
 * Begin a log in the regular file `fd`, which stays the caller's.  Of *head
 * the caller fills everything but magic, version, byte_order, identity,
 * block_start, block_limit, attr.log_size and crc, which are set here.
 *
 * EBADF: fd is not open for writing.  EINVAL: not a regular file, or opened
 * with O_APPEND and not to be reopened without.  A device that refuses the
 * first bytes gives its own error (ENOSPC of /dev/full, CRLOG-E3).  ENOTSUP:
 * blocks are to be compressed, and that cannot be done here.  ENOMEM,
 * EMFILE, and what writing gives: ENOSPC, EFBIG, EIO.
 */
int pxt_log_create(int fd, const struct pxt_log_head *head,
		   struct pxt_log **out);

/*
 * Go on with a log that its writer left, behind its newest block.  `reader`
 * has it open.  The errors of pxt_log_create().
 */
struct pxt_log_reader;
int pxt_log_resume(int fd, const struct pxt_log_reader *reader,
		   struct pxt_log **out);

/* Wait until all is on the disk.  EIO, ENOSPC. */
int pxt_log_sync(struct pxt_log *log);

/* Close the descriptor: in a forked child the log is the parent's.
 * Async-signal-safe. */
void pxt_log_close_file(struct pxt_log *log);

/*
 * The same where the descriptor is in a table that the calling thread does not
 * use (base/fdtable.h).  Async-signal-safe.
 */
void pxt_log_disown(struct pxt_log *log);

/* NULL is fine.  Writes nothing. */
void pxt_log_destroy(struct pxt_log *log);

/* The head as it stands in the file. */
const struct pxt_log_head *pxt_log_head(const struct pxt_log *log);

/* Name event type `id`.  Before the first block that has such events. */
int pxt_log_add_name(struct pxt_log *log, unsigned id, const char *name);

/* Describe the arguments of event type `id` by less than PXT_TYPE_SIZE bytes
 * (model/describe.h).  Before the first block that has such events. */
int pxt_log_add_type(struct pxt_log *log, unsigned id, const char *text);

/*
 * Put a thread into the TXTB registry, unless it is there or the registry is
 * full.  pxt_log_add_block() does it for the thread of each block.
 */
int pxt_log_add_thread(struct pxt_log *log, int32_t pid, int32_t tid,
		       const char *comm);

/*
 * Add header->used bytes of records.  The anchor in *header is the caller's,
 * the other log fields are set here.
 *
 * LOOP overwrites the oldest blocks.  UNTIL_FULL writes the leading records
 * for which there is room and discards the others; the log is full then, and
 * all later ones are discarded.  Both count what is lost and return 0.
 *
 * An error means that not all was written.  The same chunk may be tried
 * again, before any other is, and goes on where it failed; a caller that
 * gives it up says so with pxt_log_discard().  EINVAL: not a chunk with
 * records.
 */
int pxt_log_add_block(struct pxt_log *log,
		      const struct pxt_chunk_header *header,
		      const void *records);

/* Records of a chunk that are to become a block. */
struct pxt_log_chunk {
	struct pxt_chunk_header *header;	/* the log fills in its fields */
	const void *records;		/* header->used bytes */
	size_t taken;			/* how many of them are in the log now */
};

/*
 * As pxt_log_add_block() for `n` chunks, one after the other, but many of them
 * by one write.  *done is how many are dealt with.  An error is that of
 * chunk[*done]; those behind it have not been tried.
 */
int pxt_log_add_blocks(struct pxt_log *log, struct pxt_log_chunk *chunk,
		       size_t n, size_t *done);

/*
 * Read back the blocks that were written last, if the writer can read the
 * file.  *reader finds no blocks itself; the caller frees *blocks, up to *n of
 * them.  A block that a LOOP log has overwritten since does not load.
 * Everything written that is not among them is not after *dropped, ticks.
 *
 * ENOENT: there are none.  EACCES: the file cannot be read.  ENOMEM.
 */
struct pxt_log_reader;
struct pxt_log_block;
int pxt_log_read_back(const struct pxt_log *log,
		      struct pxt_log_reader **reader,
		      struct pxt_log_block **blocks, size_t *n,
		      uint64_t *dropped);

/*
 * As pxt_log_add_block(), but may use the PXT_LOG_END_ROOM that UNTIL_FULL
 * keeps back, also when the log is full.  For the STOP that ends it (LOGU-1).
 */
int pxt_log_add_end(struct pxt_log *log,
		    const struct pxt_chunk_header *header,
		    const void *records);

/*
 * As pxt_log_add_block() for a chunk that is one record of OVERFLOW, which
 * reports events that are missing, `of_log` of which count as lost from the
 * log: while it is there, a reader of the log finds them there.
 */
int pxt_log_add_gap(struct pxt_log *log,
		    const struct pxt_chunk_header *header,
		    const void *records, uint64_t of_log);

/* Events lost from the log that no gap reports, and when the first of them
 * was recorded, in ticks. */
uint64_t pxt_log_unreported(const struct pxt_log *log, uint64_t *first);

/* The same for the gap of what an UNTIL_FULL log that is full did not take: in
 * the first half of PXT_LOG_END_ROOM.  ENOSPC: that is used. */
int pxt_log_add_last_gap(struct pxt_log *log,
			 const struct pxt_chunk_header *header,
			 const void *records, uint64_t of_log);

/* Count the events of a chunk as lost, but those of it that were written. */
void pxt_log_discard(struct pxt_log *log,
		     const struct pxt_chunk_header *header,
		     const void *records);

/*
 * Bytes that blocks, headers included, may still take before UNTIL_FULL is
 * full; SIZE_MAX with the other policies.
 */
size_t pxt_log_room(const struct pxt_log *log);

/*
 * Forget all blocks and losses: a new epoch begins.  The log stands as it is
 * on error.
 */
int pxt_log_clear(struct pxt_log *log);

/*
 * Write a status.  epoch, identity, first_serial, last_serial, sequence, crc
 * and the log_ members of *status are ignored: the log knows them itself.
 */
int pxt_log_set_status(struct pxt_log *log,
		       const struct pxt_log_status *status);

/*
 * Complete the log: fill the window with the newest of `n` events in the
 * order of time, events[i] of time_ns[i] nanoseconds (by any clock, used for
 * the window only), and write the status with `complete` set.  The status is
 * written even when the window cannot be.
 */
int pxt_log_complete(struct pxt_log *log, const struct pxt_log_status *status,
		     const struct pxt_event *events, const int64_t *time_ns,
		     size_t n);

/*
 * Write the previous status again, with the log's own members updated: for a
 * caller that is about to drop what the log did not take.
 */
int pxt_log_update_status(struct pxt_log *log);

/* Of the newest block. */
uint64_t pxt_log_serial(const struct pxt_log *log);

/* Since the create or the last clear. */
uint64_t pxt_log_lost(const struct pxt_log *log);
uint64_t pxt_log_first_lost(const struct pxt_log *log);	/* ticks; 0: none */
uint64_t pxt_log_horizon(const struct pxt_log *log);	/* as in reader.h */
bool pxt_log_is_overrun(const struct pxt_log *log);	/* LOG-2 */
bool pxt_log_is_full(const struct pxt_log *log);	/* LOG-3 */
/* Of blocks that are not overwritten. */
uint64_t pxt_log_bytes(const struct pxt_log *log);
uint64_t pxt_log_blocks(const struct pxt_log *log);	/* their number */

#endif
