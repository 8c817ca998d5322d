/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * What an UNTIL_FULL stream holds in open chunks.  (A LOOP stream overwrites only
 * full chunks, and a FLUSH stream is to lose nothing as long as there is memory;
 * these have an open chunk for each thread besides their size.)
 *
 * Each thread has an open chunk.  With few threads all of it may be used at
 * once.  With many, the open chunks together would hold many times the
 * stream's size, so a thread gets a small part of its chunk at a time, and
 * no more when full and open chunks together hold what the stream may hold.
 *
 * A part is as much as a quarter of what the thread has used of the chunk, or
 * its share of a quarter of the stream, or what the record needs.  So at most
 * half of the stream's size is given out and not used, and with
 *
 *   most = 1.5 * n_full * payload + payload
 *
 * the guarantee of stream-min-size (model/sizing.c) holds as before.
 *
 * segment->room is how much may be given out before a writer looks again how
 * much is used.  Looking makes good whatever dead threads have left unused, so
 * the word need not be exact.
 */
#ifndef PXT_RING_ROOM_H
#define PXT_RING_ROOM_H

#include "ring/lane.h"

/*
 * How many bytes of its chunk, of which `used` have records, a thread may use
 * for a record of `need` bytes and the next ones.  0: the stream is full.
 * Bounded; async-signal-safe.
 */
size_t pxt_room_get(const struct pxt_view *view, size_t used, size_t need);

#endif
