/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * The runtime directory: where a user's processes and streams find each
 * other.  It is posixtrace-UID in /dev/shm or, if that is not available, in
 * $XDG_RUNTIME_DIR; only its owner (and root) can enter it.  A directory of
 * that name that is not ours, or that other users may enter, is never used.
 *
 * Everything is async-signal-safe and keeps errno.
 */
#ifndef PXT_BASE_RUNDIR_H
#define PXT_BASE_RUNDIR_H

#include <fcntl.h>
#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

/*
 * Open the directory of a user, making it if `create`.  *dirfd is the
 * caller's to close.  ENOENT: there is none; EACCES: none can be had, or, if
 * `create`, there is no /proc, by which files get their names;
 * ENOMEM: no descriptor is left.
 */
int pxt_rundir_open(uid_t uid, bool create, int *dirfd);

/* Has it no entry, so that nobody of its user traces or left anything?  The
 * descriptor must be new: it is read from where it stands. */
bool pxt_rundir_is_empty(int dirfd);

/*
 * May other processes find this one in the directory of its effective user?  A
 * program that runs with more rights than the user who started it (set-user-ID
 * and the like) uses the directory of the user whose rights it has, while it
 * has them, and otherwise none: the user who started it could write to its
 * files.
 */
bool pxt_rundir_is_ours(void);

/*
 * The directories of all users are there, unless a user has one elsewhere; and
 * the user to whom a directory of this name belongs.  False: the name is none
 * of those.
 */
#define PXT_RUNDIR_BASE "/dev/shm"
bool pxt_rundir_user(const char *name, uid_t *uid);

/* Its path, for messages and logs; empty if the descriptor has none. */
void pxt_rundir_path(int dirfd, char *path, size_t size);

/*
 * Make a file of `size` bytes in the directory and map it; it has no name yet,
 * so no other process sees it unfinished.  The first `backed` bytes are
 * claimed from the file system now, so that touching them cannot fail later.
 * ENOMEM: there is not so much; EFBIG: RLIMIT_FSIZE forbids it.
 */
int pxt_shm_create(int dirfd, uid_t uid, size_t size, size_t backed, int *fd,
		   void **map);

/* Memory without a file, for when there is no directory: only a forked
 * child can share it. */
int pxt_shm_anonymous(size_t size, void **map);

/*
 * Lock a file (flock) for as long as this process has *lock mapped, which is
 * until pxt_shm_unlock(), exec or its end.  No descriptor holds the lock, so
 * nothing that the program does to its descriptors gives it up, and no child
 * inherits it.  EACCES: it is locked, or there is no /proc; ENOMEM.
 */
int pxt_shm_lock(int fd, void **lock);
void pxt_shm_unlock(void *lock);

/* How files of the directory are opened: no lease, no terminal and no fifo
 * that stands there instead holds us up or is taken. */
#define PXT_SHM_OPEN \
	(O_RDWR | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)

/* Give an unnamed file its name.  EEXIST: it is taken. */
int pxt_shm_publish(int dirfd, int fd, const char *name);

/*
 * Open and map an existing file of at least `min` bytes that belongs to
 * `uid`.  ENOENT: there is none; EACCES: it is not what it should be;
 * ENOMEM: no memory, or no descriptor is left.
 * If fd is NULL the descriptor is closed again.
 */
int pxt_shm_open(int dirfd, uid_t uid, const char *name, size_t min, int *fd,
		 void **map, size_t *size);

#endif
