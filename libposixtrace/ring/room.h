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
 * no more when all chunks together hold what the stream may hold:
 *
 *   most = n_full * payload + payload
 *
 * `given` is the sum of all parts ever given, `given_end` what that sum may become
 * before a thread looks again how much is held.  Who looks loads `given` first:
 * what is given after that, whether used or not, is on top of what it then finds
 * to be held.  So a thread that is slow to store what it found does no harm, and
 * what dead threads have left unused is available again after the next look.
 *
 * Not counted is what was given before a look and is used after it: for each
 * thread a part.  That is as much as an eighth of what the thread has used of the
 * chunk, or its share of an eighth of the stream, or what the record needs.  With
 * what few threads may use freely, an eighth of the stream, it is less than half of
 * the stream, and a record of each thread.
 *
 * No thread is refused while less than that is held, also if others read, record
 * and end meanwhile.  The model tests/models/room.c is this.
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
