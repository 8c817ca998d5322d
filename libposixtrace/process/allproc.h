/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * POSIX_TRACE_ALLPROC: one stream for every process of a user, those that
 * exist and those that start later.
 *
 * Which processes are traced.  The segment of such a stream has a second name,
 * all/SLOT, in the runtime directory.  The controller creates that name and
 * then publishes the stream in every control block it finds; a process creates
 * its control block and then looks at all/.  Whichever comes second sees the
 * other.  The directory all/ exists only while it has entries, so a process
 * needs one system call when no such stream exists.
 *
 * Type ids.  Each process has an event type map of its own, in which one name
 * has different ids.  The stream has a map, too, which is its file of names
 * (sSLOT.names), and each process translates: when it records a type for the
 * first time into this stream, it opens the type's name in the stream's map,
 * and a table in the process keeps the answer.  So the ids in the segment and
 * in the log are the stream's, and readers need no translation.  A name for
 * which the stream's map has no room left becomes
 * POSIX_TRACE_UNNAMED_USEREVENT.
 *
 * A type that has described arguments keeps its description.  If its name has
 * a different description in the stream's map, from another program, it
 * becomes NAME~2 there, as it would in one process with both.  A type may be
 * described after its first event, so an answer is final only once the type is
 * described.
 *
 * The table costs one load for an event, and one more for a type without
 * arguments.  Such a stream is written by the fast path of several.h, so others
 * do not pay for it.
 */
#ifndef PXT_PROCESS_ALLPROC_H
#define PXT_PROCESS_ALLPROC_H

#include "directory/directory.h"

/* The ids of a process in the stream; in its private memory. */
struct pxt_translation {
	struct pxt_eventmap *map;	/* the stream's */
	struct pxt_opened opened;	/* there by this process */
	/* 0: not translated yet */
	_Atomic uint16_t id[PXT_ID_SPACE];
};

/*
 * The controller's side: a pseudo process that stands for all processes, with
 * the stream's map.  *map_fd is the map's file, without a name yet; the caller
 * closes it.  ENOMEM; EACCES: no runtime directory.
 */
int pxt_allproc_open(struct pxt_process *allproc, int *map_fd);

/* Make the stream in that slot known to all processes.  ENOMEM, EACCES. */
int pxt_allproc_publish(const struct pxt_slot *slot, int map_fd,
			uint64_t serial);
void pxt_allproc_unpublish(const struct pxt_slot *slot, uint64_t serial);

/*
 * Called by a process that has just made its control block: publish the
 * ALLPROC streams in it.  Async-signal-safe, as are the functions below.
 */
void pxt_allproc_take_over(uid_t uid, struct pxt_control *control);

/* Does the user have any ALLPROC stream?  One system call. */
bool pxt_allproc_is_traced(uid_t uid);

/*
 * Enter the serials of the ALLPROC streams by slot; other entries are
 * unchanged.
 */
void pxt_allproc_find(uid_t uid, uint64_t serials[PXT_STREAMS]);

/*
 * This process has mapped the segment of a stream: its names, with NULL in *translation if its map is that of the
 * process.  It is not if the stream is inherited from another family: a process may be
 * below two that are traced.  ENOENT: an ALLPROC stream cannot be used; ENOMEM.
 */
int pxt_allproc_attach_names(const struct pxt_process *process, unsigned slot,
			     const struct pxt_view *view,
			     struct pxt_translation **translation);
void pxt_allproc_detach(struct pxt_translation *translation);

/* Flag in a translation: the type is described in the stream's map. */
#define PXT_TRANSLATION_DESCRIBED 0x8000u
static_assert(PXT_ID_SPACE <= (int)PXT_TRANSLATION_DESCRIBED,
	      "an id and a flag fit");

/*
 * The id in the stream, unless it would have to be looked up: then 0.  The
 * answer for a type without arguments is valid until they are described.
 */
static inline unsigned pxt_allproc_known(
		const struct pxt_translation *translation,
		const struct pxt_eventmap *own, unsigned id)
{
	unsigned known;

	if (id <= PXT_ID_USER)
		return id;
	/* Relaxed: a second query gets the same answer. */
	known = pxt_load_relaxed(&translation->id[id]);
	if (pxt_likely(known & PXT_TRANSLATION_DESCRIBED))
		return known & ~PXT_TRANSLATION_DESCRIBED;
	return own && !pxt_eventmap_is_described(own, id) ? known : 0;
}

/* The stream's id of the type that is `id` in `own`, the process's map. */
unsigned pxt_allproc_translate(struct pxt_translation *translation,
			       const struct pxt_eventmap *own, unsigned id);

#endif
