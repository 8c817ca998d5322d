/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * The control block of a process: what it shows to controllers, and its event
 * type map.  Both are files in the runtime directory of its user, named by its
 * pid in its own pid namespace, its start time and a number of that namespace,
 *
 *   pPID-START-SPACE        struct pxt_control, one page
 *   pPID-START-SPACE.names  struct pxt_eventmap, one file for a family: a
 *                           child that inherits a stream has a hard link
 *   pPID-START-SPACE.in     instead of them, if there is no room (note.h)
 *
 * and created by the first that needs them: the process itself, at its first
 * trace point or eventid_open, or a controller that wants to trace it.  They
 * are removed when the process ends; those of a killed process are removed by
 * the next create of the same user.
 */
#ifndef PXT_DIRECTORY_CONTROL_H
#define PXT_DIRECTORY_CONTROL_H

#include <assert.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/atomic.h"
#include "base/proc.h"
#include "model/eventmap.h"
#include "model/limits.h"

#if defined(__x86_64__) || defined(__i386__)
enum { PXT_PAGE = 4096 };
#else
enum { PXT_PAGE = 65536 };	/* the largest page size */
#endif

#define PXT_CONTROL_MAGIC UINT64_C(0x314c4f5254435801)

struct pxt_control {
	unsigned char before[1024];	/* see struct pxt_pages */
	/* Set by a controller (or a parent) after `published`; the process
	 * clears it before it reads `published`. */
	_Atomic uint32_t pending;
	_Atomic uint32_t linked;	/* 1: set up by the process */
	uint64_t magic;
	/* Serial of the stream in each slot of the directory that traces this
	 * process, 0 if none.  Stored by the stream's controller; by a parent
	 * for its child; by the process itself to clear the entry of a dead
	 * stream. */
	_Atomic uint64_t published[PXT_STREAMS];
	/* When each was published, in the unit of pxt_proc.start:
	 * only processes that start later inherit. */
	_Atomic uint64_t since[PXT_STREAMS];
	struct pxt_opened opened;
	/* The program that the process executes, but for its low bits, which are how
	 * many copies of the library have been set up in it (process/copies.h). */
	_Atomic uint64_t copies;
};

static_assert(sizeof(struct pxt_control) <= 4096, "fits the smallest page");

/* A process as mapped by the caller: its files. */
struct pxt_process {
	struct pxt_proc proc;
	struct pxt_control *control;
	struct pxt_eventmap *map;
	uint64_t map_file;		/* its identity, 0: it has no file */
};

/* Enough for each name of a file in the runtime directory. */
enum { PXT_FILE_NAME_SIZE = 64 };

/*
 * Open the files of a process, creating those that are missing; `control_at`
 * is where the control block is mapped, or NULL.  ESRCH: no such process;
 * EPERM: the caller may not trace it; ENOMEM; EACCES: no runtime directory.
 * Async-signal-safe.
 */
int pxt_process_open(pid_t pid, void *control_at, struct pxt_process *process);

/*
 * The same for the calling process without any files: no other process can
 * find it.  ENOMEM.
 */
int pxt_process_open_private(void *control_at, struct pxt_process *process);

/*
 * The files of a process that has some.  ENOENT: it has none; EPERM: they do
 * not belong to the caller's user.  Async-signal-safe.
 */
int pxt_process_find(pid_t pid, struct pxt_process *process);

/* Has this process, of the caller's user, a control block?
 * Async-signal-safe. */
bool pxt_process_exists(const struct pxt_proc *proc);

/* Unmap; the control block only if `with_control`. */
void pxt_process_close(struct pxt_process *process, bool with_control);

/* Remove the files of a process that ends. */
void pxt_process_unlink(const struct pxt_proc *proc);

/* Give the map of a process another name, or one that has a name: a hard link.
 * Async-signal-safe. */
int pxt_process_link_map(const struct pxt_proc *proc, const char *name);
int pxt_process_link_named_map(uid_t uid, const char *from, const char *name);

/* Let `child` share the map of `parent`, or one that has another name: before the
 * child's files are made.  ENOENT: it is not there.  EEXIST: the child has one. */
int pxt_process_share_map(const struct pxt_proc *parent,
			  const struct pxt_proc *child);
int pxt_process_share_named_map(const char *name, const struct pxt_proc *child);

/* Map it itself, for a process that has no files, of the same user.
 * Async-signal-safe. */
int pxt_process_map_named(const char *name, struct pxt_process *process);

/* Call `visit` for the control block of every process of a user that has
 * one. */
void pxt_process_each(uid_t uid,
		      void (*visit)(struct pxt_control *control, void *arg),
		      void *arg);

/* What previous calls found out about names; begins as all zero. */
struct pxt_left_over {
	uint32_t deserted;		/* a space without processes */
	pid_t pid;			/* last one in our own space */
	uint64_t start;
	bool is_dead;			/* ... and whether it is dead */
};

/*
 * Is this the name of a file of a process that no longer exists?  *found is
 * kept from one call to the next.
 */
bool pxt_process_is_left_over(const char *name, struct pxt_left_over *found);

/* The name of a file of a process, of PXT_FILE_NAME_SIZE bytes.  Async-signal-safe. */
void pxt_process_name(const struct pxt_proc *proc, const char *suffix, char *name);

/* The pid in such a name.  False: it is no such name. */
bool pxt_process_pid_of(const char *name, uint32_t *pid);

/* Append to a name of PXT_FILE_NAME_SIZE bytes.  Async-signal-safe. */
void pxt_name_append(char *name, const char *text);
void pxt_name_append_number(char *name, uint64_t n);

#endif
