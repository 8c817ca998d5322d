/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * The event type map: names to ids, one map for a family of processes.
 *
 * It is in shared memory and is written by any of them at any time, also by
 * one that is killed half way, so it has no lock and no process ever waits.
 * An entry is claimed by storing the hash of its name; a process that wants
 * the same name finds the hash and has the id, and writes the same bytes of
 * the name again in case the first one died before.  Entries are never
 * removed.
 *
 *   hash[id]   0: free; else the hash of the name, stored once (CAS)
 *   named      bit id: the name of id is there (release; pairs with acquire)
 *   name[id]   stored by all who open that name, always with the same words
 *
 * A type whose events have arguments has a description (describe.h) as text in
 * a heap: room there is claimed, filled, and only then published.  A process
 * that dies before that wastes the room.
 *
 *   described  bit id: it is (release; pairs with acquire)
 *   where[id]  0: not; else which word of the heap the text begins at, plus
 *              1, and its words; stored once (CAS, release)
 *   heap_used  words claimed; may be more than there are
 *   heap       the texts, zero after their ends
 *
 * Entries are claimed in the order of ids from PXT_ID_USER + 1 up, so those in
 * use have no gap, and new ids come at the end of a type list (LIST-5).
 */
#ifndef PXT_MODEL_EVENTMAP_H
#define PXT_MODEL_EVENTMAP_H

#include <stdbool.h>
#include <stdint.h>

#include "base/atomic.h"
#include "model/limits.h"

#define PXT_EVENTMAP_MAGIC UINT64_C(0x3150414d54585002)

/* 64 bytes for each type that a process can have. */
enum { PXT_HEAP_WORDS = TRACE_USER_EVENT_MAX * 64 / 8 };

struct pxt_eventmap {
	uint64_t magic;
	_Atomic uint64_t hash[PXT_ID_SPACE];
	_Atomic uint64_t named[PXT_ID_SPACE / 64];
	_Atomic uint64_t name[PXT_ID_SPACE][PXT_EVENT_NAME_SIZE / 8];
	_Atomic uint64_t described[PXT_ID_SPACE / 64];
	_Atomic uint32_t where[PXT_ID_SPACE];	/* begin + 1 << 8 | words */
	_Atomic uint64_t heap_used;
	_Atomic uint64_t heap[PXT_HEAP_WORDS];
};

/* Which user types one process has opened, and how many (EVOPEN-6). */
struct pxt_opened {
	_Atomic uint32_t count;
	_Atomic uint64_t ids[PXT_ID_SPACE / 64];
};

/* Make zeroed memory a map. */
void pxt_eventmap_init(struct pxt_eventmap *map);

/* The names of `from` into the fresh map `to`, under the same ids. */
void pxt_eventmap_copy(struct pxt_eventmap *to,
		       const struct pxt_eventmap *from);

/* Has it no user types? */
bool pxt_eventmap_is_empty(const struct pxt_eventmap *map);

/*
 * The id of a name of at most TRACE_EVENT_NAME_MAX bytes, opened for the
 * process of *opened.  The name of a predefined type gives its id.  A
 * name that is new to the map when the process has TRACE_USER_EVENT_MAX types,
 * or the map is full, gives POSIX_TRACE_UNNAMED_USEREVENT.
 */
unsigned pxt_eventmap_open(struct pxt_eventmap *map, struct pxt_opened *opened,
			   const char *name);

/*
 * Put the name of `id` into the PXT_EVENT_NAME_SIZE bytes at `name`.  False:
 * it has none.  The map may be untrusted: the string always ends.
 */
bool pxt_eventmap_name(const struct pxt_eventmap *map, unsigned id,
		       char *name);

/*
 * Describe the arguments of user type `id` by a text of less than
 * PXT_TYPE_SIZE bytes.  The first description is kept.  False: it has another
 * description.  Without room it stays without one.  Async-signal-safe.
 */
bool pxt_eventmap_describe(struct pxt_eventmap *map, unsigned id,
			   const char *text);

/*
 * The id of a name whose events have these arguments, for the process of
 * *opened: of NAME or, if that has others, of NAME~2 to NAME~9.
 * POSIX_TRACE_UNNAMED_USEREVENT: there is none.  Async-signal-safe.
 */
unsigned pxt_eventmap_open_described(struct pxt_eventmap *map,
				     struct pxt_opened *opened,
				     const char *name, const char *text);

/* Has the type arguments?  Acquire: then their description can be read. */
static inline bool pxt_eventmap_is_described(const struct pxt_eventmap *map,
					     unsigned id)
{
	return pxt_load_acquire(&map->described[id / 64]) >> id % 64 & 1;
}

/*
 * Put the description of `id` into the PXT_TYPE_SIZE bytes at `text`.  False:
 * it has none.  The map may be untrusted: the string always ends.
 */
bool pxt_eventmap_description(const struct pxt_eventmap *map, unsigned id,
			      char *text);

/* The name of a predefined type, system or unnamed, or NULL. */
const char *pxt_predefined_name(unsigned id);

#endif
