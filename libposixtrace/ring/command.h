/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * What another process asks of the controller of a stream: one word of the segment,
 * which is a number of the command, its result, the command and a state,
 *
 *   IDLE -> ASKED   by the process that asks
 *   ASKED -> TAKEN  by the controller, which does it
 *   TAKEN -> IDLE   by the controller, with the result
 *   ASKED -> IDLE   by the process that asked, if it does not wait any longer
 *
 * each by a CAS.  Who asks knows the answer by the number: it is that of the
 * command, or a later one if others have asked since.  Untrusted input for both: a
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
};

/*
 * Ask, and wait until `deadline` (pxt_clock_ns(CLOCK_MONOTONIC)) for the result.
 * ETIMEDOUT: it has not been done, nor will it be; or it is being done, which
 * takes longer.  ENOENT: the stream has been shut down.
 */
int pxt_command_ask(struct pxt_segment *segment, enum pxt_command command,
		    uint64_t deadline);

/* For the controller: is there a command?  Relaxed. */
static inline bool pxt_command_is_there(const struct pxt_segment *segment)
{
	return pxt_load_relaxed(&segment->command) & 1;
}

/* Take it.  False: there is none, or none that is known. */
bool pxt_command_take(struct pxt_segment *segment, enum pxt_command *command);

/* It is done; `err` is an errno value. */
void pxt_command_end(struct pxt_segment *segment, int err);

#endif
