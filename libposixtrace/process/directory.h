/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * The directory of streams: the files sSLOT in a user's runtime directory,
 * TRACE_SYS_MAX of them, each the segment of one active stream, and
 * sSLOT.names, a hard link to the event type map of the process it traces.
 * One that traces everyone has a second name, all/SLOT (allproc.h).
 *
 * The controller keeps the file locked (pxt_shm_lock()): the kernel drops
 * the lock when it dies or execs, so an unlocked file is one whose controller
 * has gone.  The next create removes such a segment, unless a log
 * names it, which may lack events that are there (rescue.h): those go only when
 * there is no other slot (leftover.h).
 */
#ifndef PXT_PROCESS_DIRECTORY_H
#define PXT_PROCESS_DIRECTORY_H

#include "process/control.h"
#include "ring/segment.h"

/* The directory of second names; see allproc.h. */
#define PXT_ALL_DIRECTORY "all"

/* A controller's claim on a slot. */
struct pxt_slot {
	unsigned number;
	uid_t uid;
	bool has_file;			/* false: there is no directory */
	int fd;				/* of the file until it has a name */
	void *lock;			/* on the file; NULL in a child */
	struct pxt_view view;
	bool given_away;		/* the mapping is the registry's */
	char path[128];			/* of the segment; empty without one */
};

/*
 * Make the segment of a new stream that traces `target`, which nobody finds
 * yet.  ENOMEM; EACCES: others cannot be traced without a directory; EAGAIN,
 * as below, without one.
 */
int pxt_directory_make(const struct pxt_process *target,
		       const struct pxt_segment_plan *plan,
		       struct pxt_slot *slot);

/*
 * Give it a slot that is free.  EAGAIN: all TRACE_SYS_MAX are taken, by the
 * living or by the dead (leftover.h); ENOMEM.  Who gets none calls
 * pxt_directory_drop().
 */
int pxt_directory_claim(const struct pxt_process *target,
			struct pxt_slot *slot);

/* Another stream of the same directory, whose controller lives, writes into
 * the log of this one.  Of two that begin at a time each may find the other. */
bool pxt_directory_shares_log(const struct pxt_slot *slot);

/* The name of a slot's file, in PXT_FILE_NAME_SIZE bytes, and the one it has
 * besides for an ALLPROC stream.  Async-signal-safe. */
void pxt_slot_name(unsigned slot, const char *suffix, char *name);
void pxt_slot_name_for_all(unsigned slot, char *name);

/* The slot that a segment's name is of, or PXT_STREAMS. */
unsigned pxt_slot_of(const char *name);

/*
 * Remove all names of a slot if it still is that of the file, which a dead
 * controller left.  One at a time, by a lock on the directory: the lock on the
 * file may be held by someone who only reads it, and once its names are gone
 * the slot may be another's.  False: somebody keeps the directory locked.
 */
bool pxt_directory_remove_dead(int dirfd, unsigned slot, int fd);

/* Remove what the dead left and nobody can want. */
void pxt_directory_sweep(uid_t uid);

/* What a dead controller left in a slot. */
struct pxt_remains {
	int fd;				/* locked, if nobody else had it so */
	void *map;
	size_t size;
	bool known;			/* or a newer library's, perhaps */
	struct pxt_view view;
};

/* `lock`: LOCK_EX or LOCK_SH.  False: there is nothing, or its controller
 * lives. */
bool pxt_remains_open(int dirfd, uid_t uid, unsigned slot, int lock,
		      struct pxt_remains *remains);
void pxt_remains_close(struct pxt_remains *remains);

/* Could a log lack what is in there? */
bool pxt_remains_are_logged(const struct pxt_remains *remains);

/* When the stream was created, nanoseconds; what cannot be read is the
 * newest. */
uint64_t pxt_remains_created(const struct pxt_remains *remains);

/* Give the slot back.  False: somebody keeps the directory locked. */
bool pxt_remains_remove(int dirfd, unsigned slot, struct pxt_remains *remains);

/* Remove the segment and its names, unmap it, give the slot back. */
void pxt_directory_remove(struct pxt_slot *slot);

/* Unlock and unmap a segment that has no name. */
void pxt_directory_drop(struct pxt_slot *slot);

/* In a forked child: forget the lock, which is the parent's, and unmap the
 * segment.  Async-signal-safe. */
void pxt_directory_let_go(struct pxt_slot *slot);
void pxt_directory_abandon(struct pxt_slot *slot);

/*
 * A traced process maps the stream in a slot if it has this serial.
 * ENOENT: it is no longer there, or dead; ENOMEM: no memory, or no
 * descriptor is left.  Async-signal-safe.
 */
int pxt_directory_attach(const struct pxt_process *process, unsigned slot,
			 uint64_t serial, struct pxt_view *view);

/*
 * The controller of the segment in that slot has gone: nobody holds the lock,
 * or only children that he forked.  Async-signal-safe.
 */
bool pxt_directory_is_abandoned(uid_t uid, unsigned slot,
				const struct pxt_segment *segment);

/* Its controller is known to be dead; one of another pid namespace is not. */
bool pxt_directory_lost_controller(const struct pxt_segment *segment);

/* The stream is no more: whoever would write to it stops. */
void pxt_directory_mark_dead(struct pxt_segment *segment);

#endif
