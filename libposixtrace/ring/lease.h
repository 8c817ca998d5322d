/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * Who must order its reading of the counter behind what it knows of others
 * (INV-5; base/clock.h says why that takes a fence), and who need not.
 *
 * The first thread to claim a lane of a stream needs no fence while all others
 * are quiet.  Every other one has the fence, and before an event that is later
 * than `others_until` it raises that word to some time beyond the event.  The
 * first thread reads the counter without a fence, then the word, and keeps the
 * time only if it is later: otherwise another thread may have recorded at that
 * time, and it has the fence, too, until the word is in the past.
 *
 * Why that is enough: let the first thread know of an event e of another one
 * when it records.  By then others_until was at least e's time: raised by e's
 * thread before e, or found so by it.  Whatever told the first thread of e was
 * ordered behind that, so by coherence alone (the word never falls) it reads no
 * less.  What it keeps is later than the word, and so later than e, however
 * early the processor has read the counter.  The models tests/models/lease*
 * are this for arm64 and x86-64.
 *
 * A new thread with the same ids as the first, which has ended, may take its
 * place: it was created after that.
 */
#ifndef PXT_RING_LEASE_H
#define PXT_RING_LEASE_H

#include "ring/lane.h"

/*
 * How long a thread need not raise the word again: long enough that nobody
 * shares the line often, short enough that the first thread is soon alone again.
 * Some 0.8 ms of the counter of a PC, a fraction of a second of any.
 */
#define PXT_LEASE_TICKS	(UINT64_C(1) << 21)

/* May another thread have recorded at this time? */
static inline bool pxt_lease_covers(const struct pxt_segment *segment,
				    uint64_t ticks)
{
	return pxt_reaches_relaxed(&segment->others_until, ticks);
}

/*
 * Must the thread have the fence before it reads the counter for its next
 * record?  That is no earlier than the last one, so the first need not if the
 * last is late enough.
 */
static inline bool pxt_lease_fences(const struct pxt_writer *writer)
{
	uint64_t until = pxt_load_relaxed(&writer->segment->others_until);

	return !writer->is_first || (until && until >= writer->last);
}

/* A record of this time, read behind the fence, is about to be committed. */
static inline void pxt_lease_renew(const struct pxt_writer *writer,
				   uint64_t ticks)
{
	if (!writer->is_first && !pxt_lease_covers(writer->segment, ticks))
		pxt_max_relaxed(&writer->segment->others_until,
				ticks + PXT_LEASE_TICKS);
}

#endif
