/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * A segment in memory that a forked child shares, a writer that takes the
 * steps of a trace point at times of its own choosing, and the invariant
 * that every chunk is in one place.
 */
#ifndef RING_H
#define RING_H

#include <stddef.h>
#include <stdint.h>

#include "ring/lane.h"
#include "ring/segment.h"

/* Bytes of records a chunk of the smallest streams has room for. */
enum { RING_ROOM = PXT_CHUNK_SIZE_MIN - PXT_CHUNK_HEADER_SIZE };

/* What the creator of a stream decides, with the rest at its defaults; the
 * clock counts nanoseconds. */
struct pxt_segment_plan ring_plan(size_t stream_size, size_t data_size,
				  int policy);

void ring_create(struct pxt_view *view, size_t stream_size, size_t data_size,
		 int policy);
/* Fails the test if the segment is not valid (ring/valid.h). */
void ring_destroy(struct pxt_view *view);
/* The same for one that the test has scribbled in. */
void ring_discard(struct pxt_view *view);

/* The calling thread as a writer. */
struct pxt_writer_identity ring_identity(void);

/* Claim a lane for it. */
void ring_claim(struct pxt_writer *writer, const struct pxt_view *view);

/*
 * Begin a record and put it there, all but the commit.  The errors of
 * pxt_writer_make_room(); the lane is busy then, too.
 */
int ring_begin(struct pxt_writer *writer, const struct pxt_writer_identity *id,
	       uint64_t ticks, unsigned event, const void *data, size_t len);

/* A whole record.  ENOSPC. */
int ring_put(struct pxt_writer *writer, uint64_t ticks, unsigned event,
	     const void *data, size_t len);

/*
 * `n` records without data, one tick apart from `ticks` on.  Fails the test
 * if one does not fit.
 */
void ring_put_many(struct pxt_writer *writer, uint64_t ticks, unsigned n);

/* So many of those fill a chunk of the smallest streams. */
enum { RING_CHUNKFUL = RING_ROOM / PXT_HEAD_SIZE };

/*
 * Fail unless each chunk ever used is in one queue or the open one of one
 * lane, except for `in_hand` that are nowhere.
 */
void ring_check(const struct pxt_view *view, unsigned in_hand);

#endif
