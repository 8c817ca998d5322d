/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * What another process asks of the controller of a stream: one word of the segment,
 * which is a number of the command, its result, the command and a state,
 *
 *   IDLE -> ASKED    by the process that asks
 *   ASKED -> TAKEN   by the controller, which does it
 *   TAKEN -> DONE    by the controller, with the result
 *   DONE -> IDLE     by the process that asked, which has read it
 *   DONE -> ASKED    by another one, if that process has not read it in a second
 *   ASKED -> IDLE    by the process that asked, if it does not wait any longer;
 *                    from TAKEN, too, if it asked for a snapshot, which the
 *                    program that controls may never answer
 *
 * each by a CAS.  A process that waits no longer for what has been taken marks that as
 * left, and it becomes IDLE at its end.  Who asks knows the answer by the number.
 * Untrusted input for both: a
 * traced process can write the word.  It gains nothing by that, since it can stop
 * its own events anyway.
 */
#ifndef PXT_RING_COMMAND_H
#define PXT_RING_COMMAND_H

#include "ring/segment.h"

enum pxt_command {
	PXT_COMMAND_START = 1,
	PXT_COMMAND_STOP,
	PXT_COMMAND_FLUSH,
	PXT_COMMAND_SNAPSHOT,
};

/*
 * Ask, and wait until `deadline` (pxt_clock_ns(CLOCK_MONOTONIC)) for the result.
 * ETIMEDOUT: it has not been done, nor will it be; or it is being done, which
 * takes longer; or it was done, and the answer was there for a second before this
 * process read it.  ENOENT: the stream has been shut down.
 */
int pxt_command_ask(struct pxt_segment *segment, enum pxt_command command,
		    uint64_t deadline);

/* For the controller: is there a command?  Relaxed. */
static inline bool pxt_command_is_there(const struct pxt_segment *segment)
{
	return (pxt_load_relaxed(&segment->command) & 3) == 1;
}

/* Take it; *taken is for pxt_command_end().  False: there is none. */
bool pxt_command_take(struct pxt_segment *segment, enum pxt_command *command,
		      uint32_t *taken);

/* It is done; `err` is an errno value.  False: nobody waits for it any more. */
bool pxt_command_end(struct pxt_segment *segment, uint32_t taken, int err);

#endif
