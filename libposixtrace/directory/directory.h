/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * The directory of streams: the files sSLOT in a user's runtime directory,
 * TRACE_SYS_MAX of them, each the segment of one active stream, and
 * sSLOT.names, a hard link to the event type map of the process it traces.
 * The segment of an ALLPROC stream has a second name, all/SLOT (allproc.h).
 *
 * The controller keeps the file locked (pxt_shm_lock()): the kernel drops the
 * lock when it dies or execs, so an unlocked file has lost its controller.
 * The next create removes such a segment, unless a log names it: that log may
 * lack events which are in the segment (rescue.h).  Those are removed only
 * when no other slot is free (leftover.h).
 */
#ifndef PXT_DIRECTORY_DIRECTORY_H
#define PXT_DIRECTORY_DIRECTORY_H

#include "directory/control.h"
#include "ring/segment.h"

/* The directory of the second names; see allproc.h. */
#define PXT_ALL_DIRECTORY "all"

/* A controller's claim on a slot. */
struct pxt_slot {
	unsigned number;
	uid_t uid;
	bool has_file;			/* false: no runtime directory */
	int fd;				/* of the file while unnamed */
	void *lock;			/* of the file; NULL in a child */
	struct pxt_view view;
	bool given_away;		/* the registry owns the mapping */
	char path[128];			/* of the segment, or empty */
};

/*
 * Make the segment of a new stream that traces `target`, without a name yet.
 * ENOMEM; EACCES: tracing other processes needs a runtime directory; EAGAIN,
 * as below, without one.
 */
int pxt_directory_make(const struct pxt_process *target,
		       const struct pxt_segment_plan *plan,
		       struct pxt_slot *slot);

/*
 * Give it a free slot.  EAGAIN: all TRACE_SYS_MAX are taken, by streams that
 * are alive or left by dead controllers (leftover.h); ENOMEM.  On an error the
 * caller calls pxt_directory_drop().
 */
int pxt_directory_claim(const struct pxt_process *target,
			struct pxt_slot *slot);

/*
 * Does another stream of the same directory, with a live controller, write
 * into that log?  Of two that begin at the same time each may find the other.
 */
bool pxt_directory_shares_log(const struct pxt_slot *slot,
			      const struct pxt_log_place *log);

/*
 * The name of a slot's file, in PXT_FILE_NAME_SIZE bytes, and the second name
 * of an ALLPROC stream's.  Async-signal-safe.
 */
void pxt_slot_name(unsigned slot, const char *suffix, char *name);
void pxt_slot_name_for_all(unsigned slot, char *name);

/* The slot that a segment's name denotes, or PXT_STREAMS. */
unsigned pxt_slot_of(const char *name);

/*
 * Remove all names of a slot that a dead controller left, if it still is that
 * of the file.  Serialised by a lock on the directory: the lock on the file
 * may be held by a process that only reads it, and once its names are removed
 * another stream may take the slot.  False: another process keeps the
 * directory locked.
 */
bool pxt_directory_remove_dead(int dirfd, unsigned slot, int fd);

/* Remove files of dead processes and streams that nothing can use any more. */
void pxt_directory_sweep(uid_t uid);

/*
 * Has this file lost its names?  A controller that shuts its stream down
 * removes them before it unlocks the file, so a file that is found by name and
 * then unlocked may be that of such a stream: ask once it is locked.
 */
bool pxt_directory_is_removed(int fd);

/* The segment a dead controller left in a slot. */
struct pxt_remains {
	/* locked, unless another process holds the lock */
	int fd;
	void *map;
	size_t size;
	/* false: damaged, or of another library or time namespace */
	bool known;
	struct pxt_view view;
};

/*
 * `lock`: LOCK_EX or LOCK_SH.  False: there is none, or its controller is
 * alive.
 */
bool pxt_remains_open(int dirfd, uid_t uid, unsigned slot, int lock,
		      struct pxt_remains *remains);
void pxt_remains_close(struct pxt_remains *remains);

/* Is there a log that may lack events of it? */
bool pxt_remains_are_logged(const struct pxt_remains *remains);

/*
 * When the stream was created, nanoseconds; UINT64_MAX if that cannot be read.
 */
uint64_t pxt_remains_created(const struct pxt_remains *remains);

/* Free the slot.  False: another process keeps the directory locked. */
bool pxt_remains_remove(int dirfd, unsigned slot, struct pxt_remains *remains);

/* Remove the segment and its names, unmap it, free the slot. */
void pxt_directory_remove(struct pxt_slot *slot);

/* Unlock and unmap a segment that has no name. */
void pxt_directory_drop(struct pxt_slot *slot);

/* In a forked child: forget the lock, which is the parent's, and unmap the
 * segment.  Async-signal-safe. */
void pxt_directory_detach(struct pxt_slot *slot);
void pxt_directory_abandon(struct pxt_slot *slot);

/*
 * Map the stream in a slot into this traced process if it has this serial.
 * ENOENT: it is no longer there, or marked dead; ENOMEM: no memory, or no
 * descriptor is left.  Async-signal-safe.
 */
int pxt_directory_map(const struct pxt_process *process, unsigned slot,
		      uint64_t serial, struct pxt_view *view);

/*
 * The same, to write to it: ENOENT also if its controller is dead and has not
 * been marked so yet.
 */
int pxt_directory_attach(const struct pxt_process *process, unsigned slot,
			 uint64_t serial, struct pxt_view *view);

/*
 * Which file has the names of the stream in that slot (pxt_shm_identity()), 0 if none
 * has.  ENOMEM: no descriptor is left.  Async-signal-safe.
 */
int pxt_directory_names_file(uid_t uid, unsigned slot, uint64_t *identity);

/*
 * Is the controller of the segment in that slot dead?  Then the lock is free,
 * or held only by children that it forked.  Async-signal-safe.
 */
bool pxt_directory_is_abandoned(uid_t uid, unsigned slot,
				const struct pxt_segment *segment);

/*
 * Is its controller known to be dead?  False for one of another pid namespace.
 */
bool pxt_directory_lost_controller(const struct pxt_segment *segment);

/* Mark the stream dead: processes that write to it stop. */
void pxt_directory_mark_dead(struct pxt_segment *segment);

#endif
