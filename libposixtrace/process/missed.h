/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * Events that occur while another thread of the process is attaching a stream.
 *
 * The attaching thread may be preempted for long, so the others do not wait
 * for it, and until it continues they would pass by untraced.  Instead each
 * thread itself looks up which streams are published for this process, and
 * counts its event as lost in those that would have recorded it.  That costs
 * some system calls per event, until the attaching thread has finished.
 *
 * A child of a quiet process (base/quiet.h) counts all its events in this way.
 */
#ifndef PXT_PROCESS_MISSED_H
#define PXT_PROCESS_MISSED_H

#include <stdint.h>

/*
 * Count an event of type `id` as lost in each stream that wants it, except
 * those in `streams`: the bits of self.attached as the calling thread has read
 * them inside its reader section.  `subject`: for the RKH filter, or 0.  A
 * stream that cannot be mapped, for want of memory or of a descriptor, is not
 * counted.  Async-signal-safe; keeps errno.
 */
void pxt_missed(uint64_t streams, unsigned id, uint32_t subject);

#endif
