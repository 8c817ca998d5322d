/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * A new thread continues where another one has ended: it adopts that thread's
 * lane, and with it the open chunk.  So threads that record a few events and end
 * fill chunks like a single thread, and what a stream holds does not depend on
 * how long its threads live.
 *
 * Lane and chunk stay together, so the properties of a lane are kept: its records
 * are in the order of time, and the log has all of them up to its newest block
 * there.  A chunk then has records of several threads, one after the other: an
 * owner record (model/record.h) names the writer of the records after it.
 *
 * step                                    if killed before the next step
 *   1 the lane: GONE -> TAKEN, by          it is not used again, all of it can
 *     exchange, which decides              be read
 *   2 the owner record is written          the same: no tail covers it
 *     after the committed ones
 *   3 the tail covers it (A)               the same, with an owner that has no
 *                                          events
 *   4 the header has its place,            the same
 *     then the name is the new one (O)
 *   5 the owner's id and pid namespace     the same
 *   6 the lane: TAKEN -> LIVE, under a     the lane of a thread that is dead
 *     new number
 *
 * Between 1 and 6 no other thread stores to what they change: a reader that wants to
 * free the lane finds it TAKEN, a writer that wants to reclaim it, too.
 * Readers read up to the tail as always.  A flush may have the chunk pinned:
 * it reads what was there before, and a pin does not stop a chunk's writer.
 *
 * A thread adopts lanes of any process.  The lane is GONE: its owner has ended,
 * as the owner itself or /proc reported.  What the owner left is bytes in shared
 * memory, which are checked.  Another process could overwrite the new owner's
 * records, but that is so for every chunk.  A child of fork() adopts like any
 * process: its parent's lanes are not GONE, and it drops the inherited writers.
 *
 * A chunk that is full is not adopted: it is closed, and only the lane is taken.
 * Nor is a chunk adopted before the clock has passed its last record, so that time
 * does not decrease in it, or if its thread was killed inside a record.
 */
#ifndef PXT_RING_ADOPT_H
#define PXT_RING_ADOPT_H

#include "ring/lane.h"

/*
 * Look among a few lanes for one to adopt, for a writer that has none.  True: the
 * writer has the lane, and the chunk in it if that is not full.
 * The caller has blocked signals.  Bounded; makes a system call only if that
 * part of the chunk was never used.
 */
bool pxt_lane_adopt(struct pxt_writer *writer,
		    const struct pxt_writer_identity *id);

#endif
