/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * Several copies of the library in one process: the static one in a plug-in, beside
 * the shared one or that of another plug-in.  They have one control block, in which
 * a controller publishes streams and raises `pending`.  The copy that was set up
 * first owns that word and clears it.  The others leave it alone, and look at what
 * is published at each of their events, which makes these slower.
 */
#ifndef PXT_PROCESS_COPIES_H
#define PXT_PROCESS_COPIES_H

#include "process/self.h"

/* This copy is set up, and the control block is in its place. */
void pxt_copies_join(void);

/* Was it the first one?  Known before pxt_self->ready. */
bool pxt_copies_is_first(void);

/*
 * Is this another copy that is set up, and are just those streams published that it
 * has attached?  It does not lock the registry: a thread that
 * changes that at this moment makes the answer false, or will be followed by
 * another look.
 */
bool pxt_copies_see_no_change(void);

/* Are there others?  Then an earlier lane of this process may be one of theirs, and
 * not one of the program that it has executed before. */
bool pxt_copies_are_several(void);

#endif
