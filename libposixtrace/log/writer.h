/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * Writes a log.  A struct pxt_log is in private memory of the controller; a
 * caller that shares it between threads locks it.
 *
 * Everything is written with pwrite at absolute offsets: the file is never
 * read, mapped or truncated, and its offset is not moved, so a write-only
 * descriptor is sufficient.  A write beyond RLIMIT_FSIZE raises SIGXFSZ in the
 * calling thread, which the caller has to block.
 *
 * Everything that is needed to read a block is in the file before the block:
 * head, status and name come first.  So a log that is truncated anywhere, or
 * left by a writer that died, opens up to its last complete block.
 */
#ifndef PXT_LOG_WRITER_H
#define PXT_LOG_WRITER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "model/logform.h"

struct pxt_log;

/*
 * Begin a log in the regular file `fd`, which stays the caller's.  The caller
 * fills *head except magic, version, byte_order, identity, block_start,
 * block_limit, attr.log_size and crc, which are set here.
 *
 * EBADF: fd is not open for writing.  EINVAL: not a regular file, or opened
 * with O_APPEND and cannot be reopened without.  A device that refuses the
 * first bytes gives its own error (ENOSPC of /dev/full, CRLOG-E3).  ENOTSUP:
 * blocks are to be compressed, which is not available.  ENOMEM, EMFILE, and the
 * errors of writing: ENOSPC, EFBIG, EIO.
 */
int pxt_log_create(int fd, const struct pxt_log_head *head,
		   struct pxt_log **out);

/*
 * Continue a log that its writer left, after its newest block.  `reader` has
 * it open.  The errors of pxt_log_create().
 */
struct pxt_log_reader;
int pxt_log_resume(int fd, const struct pxt_log_reader *reader,
		   struct pxt_log **out);

/*
 * EIO: another program has cut the file since the last block was written, so what
 * was in it is lost and not counted.  Once: the next block fills the file up.
 */
int pxt_log_check_size(const struct pxt_log *log);

/* Wait until everything is on the disk.  EIO, ENOSPC. */
int pxt_log_sync(struct pxt_log *log);

/* Close the descriptor: in a forked child the log is the parent's.
 * Async-signal-safe. */
void pxt_log_close_file(struct pxt_log *log);

/*
 * The same where the descriptor is in a table that the calling thread does not
 * use (base/fdtable.h).  Async-signal-safe.
 */
void pxt_log_disown(struct pxt_log *log);

/* Free it; NULL is allowed.  Writes nothing. */
void pxt_log_destroy(struct pxt_log *log);

/* The head as in the file. */
const struct pxt_log_head *pxt_log_head(const struct pxt_log *log);

/* Name event type `id`.  To be called before the first block with such
 * events. */
int pxt_log_add_name(struct pxt_log *log, unsigned id, const char *name);

/* Describe the arguments of event type `id` by less than PXT_TYPE_SIZE bytes
 * (model/describe.h).  To be called before the first block with such events. */
int pxt_log_add_type(struct pxt_log *log, unsigned id, const char *text);

/*
 * Store records of images (model/image.h), `len` bytes of whole records, in an
 * image block, in which there is room for pxt_log_images_room() bytes.  With
 * APPEND at any time; with the other policies behind all other blocks, when
 * none is written any more, so that they are not overwritten and do not count
 * as events do.
 */
size_t pxt_log_images_room(const struct pxt_log *log);
int pxt_log_add_images(struct pxt_log *log, const void *records, size_t len);

/*
 * Put a thread into the TXTB registry, unless it is there or the registry is
 * full.  pxt_log_add_block() does it for the thread of each block.
 */
int pxt_log_add_thread(struct pxt_log *log, int32_t pid, int32_t tid,
		       const char *comm);

/*
 * Add header->used bytes of records.  The anchor in *header is set by the
 * caller, the other log fields here.
 *
 * LOOP overwrites the oldest blocks.  UNTIL_FULL writes the first records, as
 * many as fit, and discards the others; then the log is full, and all later
 * ones are discarded.  Both count what is lost and return 0.
 *
 * After an error not everything was written.  The same chunk may be passed
 * again, before any other, and is continued where it failed; a caller that
 * gives it up calls pxt_log_discard().  EINVAL: not a chunk with records.
 */
int pxt_log_add_block(struct pxt_log *log,
		      const struct pxt_chunk_header *header,
		      const void *records);

/* Records of a chunk that are to become a block. */
struct pxt_log_chunk {
	struct pxt_chunk_header *header;	/* the log fills in its fields */
	const void *records;		/* header->used bytes */
	size_t taken;			/* number of them in the log so far */
};

/*
 * As pxt_log_add_block() for the first of `n` chunks, and for those after it that
 * the same write takes.  *done: the number of completed ones, at least one without
 * an error.  An error is that of chunk[*done]; later ones have not been tried.
 * None of them has overwritten another of them.
 */
int pxt_log_add_blocks(struct pxt_log *log, struct pxt_log_chunk *chunk,
		       size_t n, size_t *done);

/*
 * Read back the blocks that were written last, if the writer can read the file.
 * *reader does not search blocks itself; the caller frees *blocks, up to *n of
 * them.  A block that a LOOP log has overwritten since does not load.  Records
 * written that are not among them are not after *dropped, ticks.
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
 * reserves, also when the log is full.  For the STOP that ends it (LOGU-1).
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

/* The number of events lost from the log that no gap reports, and the time of
 * the first of them, in ticks. */
uint64_t pxt_log_unreported(const struct pxt_log *log, uint64_t *first);

/* The same for the gap of events that did not fit into a full UNTIL_FULL log:
 * in the first half of PXT_LOG_END_ROOM.  ENOSPC: that is used. */
int pxt_log_add_last_gap(struct pxt_log *log,
			 const struct pxt_chunk_header *header,
			 const void *records, uint64_t of_log);

/* Count the events of a chunk as lost, except those that were written. */
void pxt_log_discard(struct pxt_log *log,
		     const struct pxt_chunk_header *header,
		     const void *records);

/*
 * Bytes that blocks, including headers, may still use before UNTIL_FULL is
 * full; SIZE_MAX with the other policies.
 */
size_t pxt_log_room(const struct pxt_log *log);

/*
 * Discard all blocks and losses: a new epoch begins.  The log is unchanged on
 * an error.
 */
int pxt_log_clear(struct pxt_log *log);

/*
 * Write a status. epoch, identity, first_serial, last_serial, sequence, crc
 * and the log_ members of *status are ignored: the log sets them itself.
 */
int pxt_log_set_status(struct pxt_log *log,
		       const struct pxt_log_status *status);

/*
 * Complete the log: fill the window with the newest of `n` events in the order
 * of time, events[i] at time_ns[i] nanoseconds (by any clock, used for the
 * window only), and write the status with `complete` set.  The status is
 * written even if the window cannot be.
 */
int pxt_log_complete(struct pxt_log *log, const struct pxt_log_status *status,
		     const struct pxt_event *events, const int64_t *time_ns,
		     size_t n);

/*
 * Write the previous status again, with the log's own members updated: for a
 * caller that is about to discard what the log did not accept.
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
