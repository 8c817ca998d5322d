/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * Making this process quiet (base/quiet.h), before a sandbox is entered, and
 * what that means:
 *
 *   - It stays in the streams that it is in.  It attaches no others, and does
 *     not notice that a controller has died.
 *   - What recording takes memory for is provided before: chunks and records of
 *     threads.  When those are used up, events count as lost.
 *   - It wakes nobody.  `silent` in the segment says so, and controllers look
 *     every few milliseconds.
 *   - Signals are not blocked, so a thread does not take over what another one
 *     has left, and leaves what it has as if it was killed.
 *   - Whether a frame that is not the current one was left by longjmp is not
 *     known without the kernel, so such a frame counts as active.
 *   - Its children, which would have to be set up, record nothing: their events
 *     count as lost (missed.h).
 */
#ifndef PXT_PROCESS_QUIET_H
#define PXT_PROCESS_QUIET_H

/*
 * Makes system calls; waits for other threads that are inside trace points,
 * not long.  May be called again.
 */
void pxt_quiet_begin(void);

/* The sandbox could not be entered.  Makes no system call. */
void pxt_quiet_end(void);

#endif
