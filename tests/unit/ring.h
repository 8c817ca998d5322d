/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * A segment in memory shared with forked children, a writer whose steps of a
 * trace point are executed one at a time, and a check that every chunk is in
 * exactly one place.
 */
#ifndef RING_H
#define RING_H

#include <stddef.h>
#include <stdint.h>

#include "ring/lane.h"
#include "ring/segment.h"

/* The number of bytes for records in a chunk of the smallest stream. */
enum { RING_ROOM = PXT_CHUNK_SIZE_MIN - PXT_CHUNK_HEADER_SIZE };

/* The parameters of a stream, with the rest at the defaults; the clock counts
 * nanoseconds. */
struct pxt_segment_plan ring_plan(size_t stream_size, size_t data_size,
				  int policy);

void ring_create(struct pxt_view *view, size_t stream_size, size_t data_size,
		 int policy);
/* Fails the test if the segment is not valid (ring/valid.h). */
void ring_destroy(struct pxt_view *view);
/* The same without the check, for a segment that the test has overwritten. */
void ring_discard(struct pxt_view *view);

/* The calling thread as a writer. */
struct pxt_writer_identity ring_identity(void);

/* Claim a lane for the writer. */
void ring_claim(struct pxt_writer *writer, const struct pxt_view *view);

/*
 * Write a record without committing it.  Errors of pxt_writer_make_room(); the
 * lane is busy also after an error.
 */
int ring_begin(struct pxt_writer *writer, const struct pxt_writer_identity *id,
	       uint64_t ticks, unsigned event, const void *data, size_t len);

/* Write a whole record.  Returns 0 or ENOSPC. */
int ring_put(struct pxt_writer *writer, uint64_t ticks, unsigned event,
	     const void *data, size_t len);

/*
 * Write `n` records without data, one tick apart, the first at `ticks`.  Fails
 * the test if one does not fit.
 */
void ring_put_many(struct pxt_writer *writer, uint64_t ticks, unsigned n);

/* The number of such records in a chunk of the smallest stream. */
enum { RING_CHUNKFUL = RING_ROOM / PXT_HEAD_SIZE };

/*
 * Fail unless each chunk ever used is in exactly one queue, or is the open
 * chunk of exactly one lane.  `in_hand` chunks must be in neither.
 */
void ring_check(const struct pxt_view *view, unsigned in_hand);

#endif
