/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* Slots of streams in the runtime directory; see directory.h. */
#include "directory/directory.h"

#include <bsd/string.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/futex.h"
#include "base/rundir.h"

/* Slots of streams that have no file, when there is no directory. */
static _Atomic uint64_t fileless;

void pxt_slot_name(unsigned slot, const char *suffix, char *name)
{
	strlcpy(name, "s", PXT_FILE_NAME_SIZE);
	pxt_name_append_number(name, slot);
	pxt_name_append(name, suffix);
}

void pxt_slot_name_for_all(unsigned slot, char *name)
{
	strlcpy(name, PXT_ALL_DIRECTORY "/", PXT_FILE_NAME_SIZE);
	pxt_name_append_number(name, slot);
}

/*
 * Remove the name in all/, and all/ itself when it is empty.  all/ may be a
 * symbolic link in a directory of another user when root runs this: it is not
 * followed.
 */
static void remove_name_for_all(int dirfd, unsigned slot)
{
	char name[PXT_FILE_NAME_SIZE] = "";
	int all = openat(dirfd, PXT_ALL_DIRECTORY,
			 O_PATH | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
	bool removed;

	/* No descriptor left: the name stays until the slot is used again
	 * (allproc.c). */
	if (all < 0)
		return;
	pxt_name_append_number(name, slot);
	removed = unlinkat(all, name, 0) == 0;
	close(all);
	if (removed)
		unlinkat(dirfd, PXT_ALL_DIRECTORY, AT_REMOVEDIR);
}

static void remove_names(int dirfd, unsigned slot)
{
	char name[PXT_FILE_NAME_SIZE];

	remove_name_for_all(dirfd, slot);
	pxt_slot_name(slot, ".names", name);
	unlinkat(dirfd, name, 0);
	pxt_slot_name(slot, "", name);
	unlinkat(dirfd, name, 0);
}

static bool lock_directory(int dirfd)
{
	for (int tries = 0; tries < 200; tries++) {
		if (flock(dirfd, LOCK_EX | LOCK_NB) == 0)
			return true;
		pxt_nap(1000000);
	}
	return false;
}

bool pxt_directory_remove_dead(int dirfd, unsigned slot, int fd)
{
	char name[PXT_FILE_NAME_SIZE];
	struct stat here, there;

	if (!lock_directory(dirfd))
		return false;
	pxt_slot_name(slot, "", name);
	if (fstat(fd, &here) == 0 &&
	    fstatat(dirfd, name, &there, AT_SYMLINK_NOFOLLOW) == 0 &&
	    here.st_ino == there.st_ino)
		remove_names(dirfd, slot);
	flock(dirfd, LOCK_UN);
	return true;
}

void pxt_directory_mark_dead(struct pxt_segment *segment)
{
	uint64_t run = pxt_load_relaxed(&segment->run);
	uint8_t died = 0;

	/* Advance to the next generation, so that no record in flight is
	 * committed.  Bounded: a traced process may change the word at any
	 * time. */
	for (int tries = 0; tries < 1000; tries++) {
		const uint8_t state = run & PXT_RUN_MASK;

		if (state == PXT_RUN_DEAD)
			break;
		/* Before that, in case this process is killed. */
		if (pxt_cas_relaxed(&segment->died, &died,
				    (uint8_t)(1 + state)))
			died = 1 + state;
		if (pxt_cas_acq_rel(&segment->run, &run,
				    ((run >> PXT_RUN_BITS) + 1) <<
				    PXT_RUN_BITS | PXT_RUN_DEAD))
			break;
	}
	pxt_add_relaxed(&segment->wake, 1);
	pxt_futex_wake(&segment->wake);
}

/*
 * Is the stream's file there and unlocked, as a dead controller leaves it?  Another
 * file of that name, or none, tells nothing: this process may have another user or
 * another /dev/shm than when it attached the stream, or somebody removed the file.
 * Who removes what a dead controller left marks the segment first.
 */
static bool is_unlocked(int dirfd, const char *name, uint64_t serial)
{
	const size_t at = offsetof(struct pxt_segment, serial);
	unsigned char head[offsetof(struct pxt_segment, serial) + sizeof(serial)];
	int fd = openat(dirfd, name, PXT_SHM_OPEN);
	bool free;

	if (fd < 0)
		return false;
	/* By system calls that preload/filter.c knows. */
	free = read(fd, head, sizeof(head)) == sizeof(head) &&
	       memcmp(head + at, &serial, sizeof(serial)) == 0 &&
	       flock(fd, LOCK_SH | LOCK_NB) == 0;
	close(fd);
	return free;
}

bool pxt_directory_lost_controller(const struct pxt_segment *segment)
{
	return segment->space == pxt_proc_space() &&
	       !pxt_proc_is_alive(segment->controller,
				  segment->controller_start);
}

bool pxt_directory_is_abandoned(uid_t uid, unsigned slot,
				const struct pxt_segment *segment)
{
	char name[PXT_FILE_NAME_SIZE];
	int dirfd, saved = errno;
	bool gone;

	if (pxt_rundir_open(uid, false, &dirfd) != 0)
		return false;
	pxt_slot_name(slot, "", name);
	gone = is_unlocked(dirfd, name, segment->serial) ||
	       pxt_directory_lost_controller(segment);
	close(dirfd);
	errno = saved;
	return gone;
}

void pxt_remains_close(struct pxt_remains *remains)
{
	munmap(remains->map, remains->size);
	close(remains->fd);
}

bool pxt_directory_is_removed(int fd)
{
	struct stat st;

	return fstat(fd, &st) == 0 && st.st_nlink == 0;
}

bool pxt_remains_open(int dirfd, uid_t uid, unsigned slot, int lock,
		      struct pxt_remains *remains)
{
	char name[PXT_FILE_NAME_SIZE];

	pxt_slot_name(slot, "", name);
	if (pxt_shm_open(dirfd, uid, name, sizeof(struct pxt_segment),
			 &remains->fd, &remains->map, &remains->size) != 0)
		return false;
	remains->known = pxt_segment_view(remains->map, remains->size,
					  &remains->view) == 0;
	if ((flock(remains->fd, lock | LOCK_NB) == 0 ||
	     (remains->known &&
	      pxt_directory_lost_controller(remains->view.segment))) &&
	    !pxt_directory_is_removed(remains->fd))
		return true;
	pxt_remains_close(remains);
	return false;
}

bool pxt_remains_are_logged(const struct pxt_remains *remains)
{
	return !remains->known || remains->view.segment->logged;
}

uint64_t pxt_remains_created(const struct pxt_remains *remains)
{
	const struct pxt_attr *attr = &remains->view.attr;

	if (!remains->known)
		return UINT64_MAX;
	return (uint64_t)attr->create_sec * 1000000000 +
	       (uint64_t)attr->create_nsec;
}

bool pxt_remains_remove(int dirfd, unsigned slot, struct pxt_remains *remains)
{
	if (remains->known)
		pxt_directory_mark_dead(remains->view.segment);
	return pxt_directory_remove_dead(dirfd, slot, remains->fd);
}

/*
 * Remove the segment in a slot if its controller is dead and no log names it.
 * False: another process keeps the directory locked.
 */
static bool reclaim(int dirfd, uid_t uid, unsigned slot)
{
	struct pxt_remains remains;
	bool done = true;

	if (!pxt_remains_open(dirfd, uid, slot, LOCK_EX, &remains))
		return true;
	if (!pxt_remains_are_logged(&remains))
		done = pxt_remains_remove(dirfd, slot, &remains);
	pxt_remains_close(&remains);
	return done;
}

unsigned pxt_slot_of(const char *name)
{
	char *end;
	unsigned long n;

	if (name[0] != 's' || name[1] < '0' || name[1] > '9')
		return PXT_STREAMS;
	n = strtoul(name + 1, &end, 10);
	return *end == '\0' && n < PXT_STREAMS ? (unsigned)n : PXT_STREAMS;
}

/* Remove files of dead processes and streams that nothing can use any more. */
static void sweep(int dirfd, uid_t uid)
{
	int fd = openat(dirfd, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	struct pxt_left_over found = {0};
	struct dirent *entry;
	bool locks = true;
	DIR *dir;

	if (fd < 0)
		return;
	dir = fdopendir(fd);
	if (!dir) {
		close(fd);
		return;
	}
	while ((entry = readdir(dir))) {
		unsigned slot = pxt_slot_of(entry->d_name);

		if (slot < PXT_STREAMS)
			locks = locks && reclaim(dirfd, uid, slot);
		else if (pxt_process_is_left_over(entry->d_name, &found))
			unlinkat(dirfd, entry->d_name, 0);
	}
	closedir(dir);
}

void pxt_directory_sweep(uid_t uid)
{
	int dirfd;

	if (pxt_rundir_open(uid, false, &dirfd) != 0)
		return;
	sweep(dirfd, uid);
	close(dirfd);
}

/* Link the locked, unnamed file under the name of the first free slot. */
static int take_slot(int dirfd, struct pxt_slot *slot)
{
	char name[PXT_FILE_NAME_SIZE];

	for (unsigned i = 0; i < PXT_STREAMS; i++) {
		pxt_slot_name(i, "", name);
		switch (pxt_shm_publish(dirfd, slot->fd, name)) {
		case 0:
			slot->number = i;
			return 0;
		case EEXIST:
			break;
		default:
			return EACCES;
		}
	}
	return EAGAIN;
}

/*
 * Searches from the last slot down, away from streams that have a file.
 * ALLPROC streams and streams of other processes need a file: EACCES.
 */
static int create_fileless(const struct pxt_process *target,
			   const struct pxt_segment_plan *plan, size_t size,
			   struct pxt_slot *slot)
{
	uint64_t taken = pxt_load_relaxed(&fileless);
	void *map;
	int err;

	if (target->proc.pid != getpid())
		return EACCES;
	do {
		if (~taken == 0)
			return EAGAIN;
		slot->number = 63 - (unsigned)__builtin_clzll(~taken);
	} while (!pxt_cas_relaxed(&fileless, &taken,
				  taken | UINT64_C(1) << slot->number));
	err = pxt_shm_anonymous(size, &map);
	if (err) {
		atomic_fetch_and(&fileless, ~(UINT64_C(1) << slot->number));
		return err;
	}
	pxt_segment_init(map, plan, &slot->view);
	return 0;
}

static void close_file(struct pxt_slot *slot)
{
	if (slot->fd >= 0)
		close(slot->fd);
	slot->fd = -1;
}

int pxt_directory_make(const struct pxt_process *target,
		       const struct pxt_segment_plan *plan,
		       struct pxt_slot *slot)
{
	size_t size, backed;
	int dirfd, err;
	void *map;

	*slot = (struct pxt_slot){ .uid = target->proc.uid, .fd = -1 };
	err = pxt_segment_size(plan, &size, &backed);
	if (err)
		return err;
	if (!pxt_rundir_is_ours() ||
	    pxt_rundir_open(slot->uid, true, &dirfd) != 0)
		return create_fileless(target, plan, size, slot);
	sweep(dirfd, slot->uid);
	err = pxt_shm_create(dirfd, slot->uid, size, backed, &slot->fd, &map);
	close(dirfd);
	/* RLIMIT_FSIZE, or a read-only file system: a stream of the caller
	 * itself can do without a file. */
	if (err == EFBIG || err == EACCES)
		return create_fileless(target, plan, size, slot);
	if (err)
		return err;
	err = pxt_shm_lock(slot->fd, &slot->lock);
	if (err) {
		munmap(map, size);
		close_file(slot);
		return err == ENOENT ? EACCES : err;
	}
	pxt_segment_init(map, plan, &slot->view);
	slot->has_file = true;
	return 0;
}

static void note_path(int dirfd, struct pxt_slot *slot)
{
	char name[PXT_FILE_NAME_SIZE];

	pxt_rundir_path(dirfd, slot->path, sizeof(slot->path) - 8);
	pxt_slot_name(slot->number, "", name);
	strlcat(slot->path, "/", sizeof(slot->path));
	strlcat(slot->path, name, sizeof(slot->path));
}

static bool has_names(const struct pxt_slot *slot, unsigned number, uint64_t file)
{
	uint64_t found;

	return pxt_directory_names_file(slot->uid, number, &found) == 0 &&
	       found == file;
}

/*
 * The names of the stream are in the map that the process uses.  Its file is another
 * one if a controller made that before a forked child went on with its family's, or it
 * has none: then a stream of the family has it.
 */
static void link_names(const struct pxt_process *target, const struct pxt_slot *slot)
{
	char name[PXT_FILE_NAME_SIZE], from[PXT_FILE_NAME_SIZE];

	pxt_slot_name(slot->number, ".names", name);
	pxt_process_link_map(&target->proc, name);
	if (!target->map_file ||
	    has_names(slot, slot->number, target->map_file))
		return;
	for (unsigned i = 0; i < PXT_STREAMS; i++)
		if (i != slot->number && has_names(slot, i, target->map_file)) {
			pxt_slot_name(i, ".names", from);
			pxt_process_link_named_map(slot->uid, from, name);
			return;
		}
}

int pxt_directory_claim(const struct pxt_process *target,
			struct pxt_slot *slot)
{
	int dirfd, err;

	if (!slot->has_file)
		return 0;
	if (pxt_rundir_open(slot->uid, false, &dirfd) != 0)
		return ENOMEM;
	err = take_slot(dirfd, slot);
	if (!err && target->proc.pid != POSIX_TRACE_ALLPROC)
		link_names(target, slot);
	if (!err) {
		note_path(dirfd, slot);
		close_file(slot);
	}
	close(dirfd);
	return err;
}

/* Is the stream in that slot alive, and does it write this log? */
static bool writes_log(int dirfd, uid_t uid, unsigned slot,
		       const struct pxt_log_place *log)
{
	char name[PXT_FILE_NAME_SIZE];
	struct pxt_view view;
	bool does = false;
	size_t size;
	void *map;
	int fd;

	pxt_slot_name(slot, "", name);
	if (pxt_shm_open(dirfd, uid, name, sizeof(struct pxt_segment), &fd,
			 &map, &size) != 0)
		return false;
	if (pxt_segment_view(map, size, &view) == 0 &&
	    view.segment->logged &&
	    view.segment->log.device == log->device &&
	    view.segment->log.inode == log->inode)
		does = flock(fd, LOCK_SH | LOCK_NB) != 0 &&
		       !pxt_directory_lost_controller(view.segment);
	munmap(map, size);
	close(fd);
	return does;
}

bool pxt_directory_shares_log(const struct pxt_slot *slot,
			      const struct pxt_log_place *log)
{
	bool shares = false;
	int dirfd;

	if (!slot->has_file || pxt_rundir_open(slot->uid, false, &dirfd) != 0)
		return false;
	for (unsigned i = 0; i < PXT_STREAMS && !shares; i++)
		shares = i != slot->number &&
			 writes_log(dirfd, slot->uid, i, log);
	close(dirfd);
	return shares;
}

void pxt_directory_detach(struct pxt_slot *slot)
{
	/* Not mapped in the child (MADV_DONTFORK): another mapping may be at
	 * that address. */
	slot->lock = NULL;
}

static void unmap(struct pxt_slot *slot)
{
	if (!slot->given_away)
		munmap(slot->view.segment, slot->view.size);
	slot->view.segment = NULL;
}

void pxt_directory_abandon(struct pxt_slot *slot)
{
	pxt_directory_detach(slot);
	unmap(slot);
}

void pxt_directory_drop(struct pxt_slot *slot)
{
	unmap(slot);
	if (slot->lock)
		pxt_shm_unlock(slot->lock);
	slot->lock = NULL;
	close_file(slot);
}

void pxt_directory_remove(struct pxt_slot *slot)
{
	int dirfd;

	if (!slot->has_file) {
		atomic_fetch_and(&fileless, ~(UINT64_C(1) << slot->number));
	} else if (pxt_rundir_open(slot->uid, false, &dirfd) == 0) {
		remove_names(dirfd, slot->number);
		close(dirfd);
	}
	pxt_directory_drop(slot);
}

int pxt_directory_map(const struct pxt_process *process, unsigned slot,
		      uint64_t serial, struct pxt_view *view)
{
	char name[PXT_FILE_NAME_SIZE];
	int dirfd, err;
	size_t size;
	void *map;

	err = pxt_rundir_open(process->proc.uid, false, &dirfd);
	if (err)
		return err == ENOMEM ? ENOMEM : ENOENT;
	pxt_slot_name(slot, "", name);
	err = pxt_shm_open(dirfd, process->proc.uid, name,
			   sizeof(struct pxt_segment), NULL, &map, &size);
	close(dirfd);
	if (err)
		return err == ENOMEM ? ENOMEM : ENOENT;
	if (pxt_segment_view(map, size, view) != 0 ||
	    !pxt_segment_is_current(view) || view->segment->serial != serial ||
	    (pxt_load_acquire(&view->segment->run) & PXT_RUN_MASK) ==
	    PXT_RUN_DEAD) {
		munmap(map, size);
		return ENOENT;
	}
	/* The view maps the size it needs; the file may be a little longer. */
	view->size = size;
	return 0;
}

int pxt_directory_attach(const struct pxt_process *process, unsigned slot,
			 uint64_t serial, struct pxt_view *view)
{
	int err = pxt_directory_map(process, slot, serial, view);

	if (err)
		return err;
	if (pxt_directory_is_abandoned(process->proc.uid, slot,
				       view->segment)) {
		munmap(view->segment, view->size);
		return ENOENT;
	}
	return 0;
}

int pxt_directory_names_file(uid_t uid, unsigned slot, uint64_t *identity)
{
	char name[PXT_FILE_NAME_SIZE];
	int dirfd, fd, err = 0, saved = errno;

	*identity = 0;
	if (pxt_rundir_open(uid, false, &dirfd) != 0)
		return 0;
	pxt_slot_name(slot, ".names", name);
	fd = openat(dirfd, name, PXT_SHM_OPEN);
	if (fd >= 0) {
		*identity = pxt_shm_identity(fd);
		close(fd);
	} else if (errno == EMFILE || errno == ENFILE || errno == ENOMEM) {
		err = ENOMEM;
	}
	close(dirfd);
	errno = saved;
	return err;
}
