/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * The runtime directory, by which a user's processes and streams find each
 * other.  It is posixtrace-UID in /dev/shm or, if that is not available, in
 * $XDG_RUNTIME_DIR; only its owner (and root) can enter it.  A directory of
 * that name that is not ours, or that other users can enter, is never used.
 *
 * Everything is async-signal-safe and keeps errno.
 */
#ifndef PXT_BASE_RUNDIR_H
#define PXT_BASE_RUNDIR_H

#include <fcntl.h>
#include <stdbool.h>
#include <stdint.h>
#include <stddef.h>
#include <sys/types.h>

/*
 * Open the directory of a user; `create`: make it if necessary.  The caller
 * closes *dirfd.  ENOENT: it does not exist; EACCES: none can be used, or, if
 * `create`, there is no /proc, by which files get their names; ENOMEM: no
 * descriptor left.
 */
int pxt_rundir_open(uid_t uid, bool create, int *dirfd);

/*
 * May other processes find this one in the directory of its effective user?  A
 * program with more rights than the user who started it (set-user-ID etc.) uses
 * the directory of the user whose rights it has, while it has them, and
 * otherwise none: the user who started it could write to its files.
 */
bool pxt_rundir_is_ours(void);

/*
 * The directories of all users are here, except those elsewhere; and the user
 * that a directory of this name belongs to.  False: it is no such name.
 */
#define PXT_RUNDIR_BASE "/dev/shm"
bool pxt_rundir_user(const char *name, uid_t *uid);

/* Its path, for messages and logs; empty if not known. */
void pxt_rundir_path(int dirfd, char *path, size_t size);

/*
 * Make a file of `size` bytes in the directory and map it.  It has no name yet,
 * so no other process sees it incomplete.  The first `backed` bytes are
 * allocated now, so accessing them cannot fail later.  ENOMEM: too little
 * space; EFBIG: RLIMIT_FSIZE.
 */
int pxt_shm_create(int dirfd, uid_t uid, size_t size, size_t backed, int *fd,
		   void **map);

/* Memory without a file, if there is no directory: only a forked child can
 * share it. */
int pxt_shm_anonymous(size_t size, void **map);

/*
 * Lock a file (flock) until pxt_shm_unlock(), exec or the end of this process.
 * The mapping *lock keeps the lock, not a descriptor: nothing that the program
 * does to its descriptors releases it, and no child inherits it.  EACCES: it is
 * locked, or there is no /proc; ENOMEM.
 */
int pxt_shm_lock(int fd, void **lock);
void pxt_shm_unlock(void *lock);

/* Flags for files of the directory: never wait for a lease, a terminal or a
 * fifo of that name. */
#define PXT_SHM_OPEN \
	(O_RDWR | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)

/* Give an unnamed file its name.  EEXIST: that name exists. */
int pxt_shm_publish(int dirfd, int fd, const char *name);

/*
 * Open and map an existing file of at least `min` bytes that belongs to `uid`.
 * ENOENT: it does not exist; EACCES: it is not what it should be; ENOMEM: no
 * memory, or no descriptor left.  If fd is NULL the descriptor is closed.
 */
int pxt_shm_open(int dirfd, uid_t uid, const char *name, size_t min, int *fd,
		 void **map, size_t *size);

/*
 * Which file this is: no other file has the number as long as this one exists.  Not 0,
 * unless that is not known.  Async-signal-safe.
 */
uint64_t pxt_shm_identity(int fd);

#endif
