/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * How a process gets its control block, map and streams: from the start, from
 * the parent it was forked from, or from one that spawned it.
 */
#ifndef PXT_PROCESS_INHERIT_H
#define PXT_PROCESS_INHERIT_H

#include "process/self.h"

/*
 * Is a stream published for this process before its first trace point, or may
 * it inherit one from its parent?  Cheap while nothing is traced.
 */
bool pxt_inherit_is_expected(void);

/*
 * A new program: open its files.  If it has none and its parent has been
 * traced by INHERITED streams since before it started, it attaches those
 * (FORK-6).
 */
void pxt_inherit_or_begin(struct pxt_process *process);

/*
 * For pthread_atfork(): note what is published, in the parent, and that this is its
 * child.  A child of _Fork() or clone() does without.  Async-signal-safe.
 */
void pxt_inherit_before_fork(void);
void pxt_inherit_in_parent(void);
void pxt_inherit_forked(void);

/*
 * Handlers of pthread_atfork() that come before that of this library may trace in the
 * child, or begin a thread that does, as the runtime of ThreadSanitizer does.  Setting
 * up forgets all threads but its own: so the one that was copied does it, ahead of its
 * turn, and another one leaves it to that.
 */
enum pxt_turn {
	PXT_TURN_PAST,		/* or there is none: a child of _Fork() */
	PXT_TURN_AHEAD,
	PXT_TURN_OF_ANOTHER,
};
enum pxt_turn pxt_inherit_turn(void);

/*
 * Of a child that is not set up: was a stream published for its parent that is not
 * attached in the copy of the registry?  `pending`, which they share, does not tell
 * that: another thread of the parent may have been attaching the stream, and clears
 * the word afterwards.  It must do where the fork is not known.
 */
bool pxt_inherit_misses(const struct pxt_attached *attached);

/*
 * A forked child: *process and the registry are copies of the parent's.
 * INHERITED streams stay attached and the map shared (FORK-1, PROC-2); other
 * streams are dropped and the names are copied (FORK-2, PROC-4).
 */
void pxt_inherit_after_fork(struct pxt_process *process,
			    struct pxt_attached *attached);

/*
 * This is a child that a signal handler forked inside a trace point of the
 * parent, and it will return into that trace point.  There it finds private
 * memory in which the stream does not run, so it discards the record.
 */
void pxt_inherit_hide(struct pxt_attached *attached);

#endif
