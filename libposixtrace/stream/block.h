/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * Chunks into blocks: what the flush thread writes, and the window of newest
 * events at the end.  Used by one thread at a time; flush.c says which.
 */
#ifndef PXT_STREAM_BLOCK_H
#define PXT_STREAM_BLOCK_H

#include "stream/stream.h"

struct pxt_blocks;

/* Begin a log of a stream, its first one (0) or the one of that number.  The errors
 * of pxt_log_create(). */
int pxt_blocks_create(struct pxt_stream *stream, int fd, uint32_t number,
		      struct pxt_blocks **out);
void pxt_blocks_destroy(struct pxt_blocks *blocks);
/* pxt_log_close_file() and pxt_log_disown() */
void pxt_blocks_close_file(struct pxt_blocks *blocks);
void pxt_blocks_disown(struct pxt_blocks *blocks);

/*
 * Write the chunks that are full now; `all`: also the records of open ones.
 * What cannot be written is lost from the log.  Returns the first error.
 */
int pxt_blocks_write(struct pxt_blocks *blocks, bool all);

/*
 * At the end: write the chunks that are in no queue because their writers died
 * while moving them (pxt_collect_stray()), but for those that
 * pxt_blocks_write() finds open.  Returns the first error.
 */
int pxt_blocks_write_strays(struct pxt_blocks *blocks);

/* Write what the stream's memory had no room for (deferred.h), under the stream's
 * lock.  Returns the first error. */
int pxt_blocks_write_deferred(struct pxt_blocks *blocks);

/* Write events of others (added.h).  Returns the first error. */
int pxt_blocks_write_added(struct pxt_blocks *blocks, struct pxt_added *added);

/*
 * For a log that is full.  When the stream has been stopped and all has been
 * written, so that the losses are known: write their gap, and the STOP that
 * ends the log.  begin_end: announces this, so that nothing else is started.
 */
void pxt_blocks_begin_end(struct pxt_blocks *blocks);
int pxt_blocks_end(struct pxt_blocks *blocks);
bool pxt_blocks_has_end(const struct pxt_blocks *blocks);

/* Drop all events up to now, from the stream and from the log. */
int pxt_blocks_clear(struct pxt_blocks *blocks);

/* Write the status; `complete`: also the window, and no block follows. */
int pxt_blocks_put_status(struct pxt_blocks *blocks, int flush_error,
			  bool complete);

/*
 * All has been written: from now on that is done to the log of `next`, in the file
 * at `place`; then complete this log.  Each tells the losses that its gaps report.
 */
int pxt_blocks_hand_over(struct pxt_blocks *blocks, struct pxt_blocks *next,
			 const struct pxt_log_place *place, int flush_error);

/* Is it an UNTIL_FULL log that is full? */
bool pxt_blocks_takes_no_more(const struct pxt_blocks *blocks);
bool pxt_blocks_log_is_full(const struct pxt_blocks *blocks);
uint64_t pxt_blocks_events(const struct pxt_blocks *blocks);
uint64_t pxt_blocks_lost(const struct pxt_blocks *blocks);
void pxt_blocks_usage(const struct pxt_blocks *blocks,
		      struct posixtrace_usage *usage);

#endif
