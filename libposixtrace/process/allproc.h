/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * POSIX_TRACE_ALLPROC: one stream for every process of a user, those that are
 * there and those that come later.
 *
 * Who is traced.  The segment of such a stream has a second name, all/SLOT,
 * in the runtime directory.  The controller gives it that name and then
 * publishes the stream in every control block he finds; a process makes its
 * control block and then looks at all/.  Whichever comes second sees the
 * other.  The directory all/ is there as long as it has entries, so that a
 * process asks one question when nobody traces everyone.
 *
 * What an id means.  The processes have event type maps of their own, in
 * which one name has different ids.  The stream has a map, too, which is its
 * file of names (sSLOT.names), and each process translates: an event of a
 * type that it records for the first time into this stream opens the type's
 * name in the stream's map, and a table in the process keeps the answer.  So
 * the ids in the segment and in the log are the stream's, and readers know
 * nothing of all this.  A name for which the stream's map has no room left
 * gives POSIX_TRACE_UNNAMED_USEREVENT.
 *
 * A type that has described arguments takes its description along.  In the
 * stream's map its name may have another one, of another program: then it is
 * NAME~2 there, as it would be in a process with both.  A type may be described
 * after its first event, so an answer is final only once it was.
 *
 * The table costs a load for an event, and one more for a type without
 * arguments; such a stream is not written on the fast path (self.h), and others
 * do not pay for it.
 */
#ifndef PXT_PROCESS_ALLPROC_H
#define PXT_PROCESS_ALLPROC_H

#include "process/directory.h"

/* The ids of a process in the stream; in its private memory. */
struct pxt_translation {
	struct pxt_eventmap *map;	/* the stream's */
	struct pxt_opened opened;	/* there by this process */
	_Atomic uint16_t id[PXT_ID_SPACE];	/* 0: not asked yet; see below */
};

/*
 * The controller's side: a pseudo process that stands for everyone, with the
 * stream's map.  *map_fd is the map's file, without a name yet, and is the
 * caller's to close.  ENOMEM; EACCES: no runtime directory.
 */
int pxt_allproc_open(struct pxt_process *allproc, int *map_fd);

/* Let everyone know of the stream in that slot.  ENOMEM, EACCES. */
int pxt_allproc_publish(const struct pxt_slot *slot, int map_fd,
			 uint64_t serial);
void pxt_allproc_unpublish(const struct pxt_slot *slot, uint64_t serial);

/*
 * A process that has just made its control block: publish in it what is for
 * everyone.  Async-signal-safe, as is what follows.
 */
void pxt_allproc_take_over(uid_t uid, struct pxt_control *control);

/* Is there any such stream of the user?  One question to the file system. */
bool pxt_allproc_is_traced(uid_t uid);

/* Enter their serials by slot; those that nobody has stay as they are. */
void pxt_allproc_find(uid_t uid, uint64_t serials[PXT_STREAMS]);

/* A process has mapped the segment of such a stream.  NULL: no memory, or
 * the stream has no map any more. */
struct pxt_translation *pxt_allproc_attach(uid_t uid, unsigned slot);
void pxt_allproc_detach(struct pxt_translation *translation);

/* The stream's id of the type that is `id` in `map`, the process's own. */
unsigned pxt_allproc_translate(struct pxt_translation *translation,
				const struct pxt_eventmap *map, unsigned id);

#endif
