/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * Events that come while another thread of the process is attaching a stream.
 *
 * Who attaches may be interrupted for as long as there are others to run, so
 * nobody waits for it, and those others would pass by untraced until it goes
 * on.  Instead each looks for itself which streams are published for this
 * process, and counts its event as lost in those that would have taken it.
 * That costs some system calls an event; it is over when the one that attaches
 * gets the processor.
 */
#ifndef PXT_PROCESS_MISSED_H
#define PXT_PROCESS_MISSED_H

#include <stdint.h>

/*
 * Count an event of type `id` as lost wherever it is wanted but in `streams`,
 * bits of here.attached as the calling thread has seen them since it is down.
 * `subject`: for the RKH filter, or 0.  What cannot be mapped, for want of
 * memory or of a descriptor, is not counted.  Async-signal-safe; keeps errno.
 */
void pxt_missed(uint64_t streams, unsigned id, uint32_t subject);

#endif
