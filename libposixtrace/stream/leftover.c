/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* What dead controllers left; see leftover.h. */
#include "stream/leftover.h"

#include <bsd/string.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/rundir.h"
#include "log/reader.h"
#include "directory/directory.h"
#include "directory/places.h"
#include "source/rescue.h"
#include "stream/logplace.h"
#include "stream/recover.h"

static void describe(const struct pxt_remains *remains,
		     const struct pxt_place *place, unsigned slot,
		     struct posixtrace_leftover *leftover)
{
	const struct pxt_segment *s = remains->view.segment;
	struct stat st;

	*leftover = (struct posixtrace_leftover){
		.controller = s->controller,
		.target = s->target,
		.created = { (time_t)s->attr.create_sec,
			     (long)s->attr.create_nsec },
		.log_device = s->log.device,
		.log_inode = s->log.inode,
	};
	/* Untrusted input: the string may lack a terminating zero. */
	memcpy(leftover->name, s->attr.name, sizeof(leftover->name) - 1);
	memcpy(leftover->log, s->log.path, sizeof(leftover->log) - 1);
	pxt_place_segment(place, slot, leftover->segment,
			  sizeof(leftover->segment));
	if (fstat(remains->fd, &st) == 0)
		leftover->size = (uint64_t)st.st_blocks * 512;
}

/* Untrusted input: anything may be there. */
static bool is_damaged(const struct pxt_remains *remains)
{
	return remains->known ? remains->view.segment->controller <= 0 :
	       pxt_segment_is_damaged(remains->map, remains->size);
}

/* What cannot be read any more: its size and its place. */
static void describe_damaged(int fd, const struct pxt_place *place,
			     unsigned slot,
			     struct posixtrace_leftover *leftover)
{
	struct stat st;

	*leftover = (struct posixtrace_leftover){ .controller = 0 };
	pxt_place_segment(place, slot, leftover->segment,
			  sizeof(leftover->segment));
	if (fstat(fd, &st) == 0)
		leftover->size = (uint64_t)st.st_blocks * 512;
}

/*
 * The file of a slot that is too short for a segment, as its target may have
 * made it: its descriptor, locked, or -1.  No stream that is being created has
 * such a file under this name.
 */
static int open_cut(int dirfd, uid_t uid, unsigned slot)
{
	char name[PXT_FILE_NAME_SIZE];
	struct stat st;
	int fd;

	pxt_slot_name(slot, "", name);
	fd = openat(dirfd, name, PXT_SHM_OPEN);
	if (fd < 0)
		return -1;
	if (fstat(fd, &st) == 0 && S_ISREG(st.st_mode) && st.st_uid == uid &&
	    st.st_size < (off_t)sizeof(struct pxt_segment) &&
	    flock(fd, LOCK_EX | LOCK_NB) == 0 && !pxt_directory_is_removed(fd))
		return fd;
	close(fd);
	return -1;
}

/* False: there is nothing, or nothing that this library may judge. */
static bool describe_slot(const struct pxt_place *place, unsigned slot,
			  struct posixtrace_leftover *leftover)
{
	struct pxt_remains remains;
	bool listed = true;
	int fd;

	if (!pxt_remains_open(place->dirfd, place->uid, slot, LOCK_SH,
			      &remains)) {
		fd = open_cut(place->dirfd, place->uid, slot);
		if (fd < 0)
			return false;
		describe_damaged(fd, place, slot, leftover);
		close(fd);
		return true;
	}
	if (is_damaged(&remains))
		describe_damaged(remains.fd, place, slot, leftover);
	else if (remains.known)
		describe(&remains, place, slot, leftover);
	else
		listed = false;
	pxt_remains_close(&remains);
	return listed;
}

struct listing {
	struct posixtrace_leftover *list;
	size_t n, max;
};

static bool list_in(void *context, const struct pxt_place *place)
{
	struct posixtrace_leftover leftover;
	struct listing *listing = context;

	for (unsigned slot = 0; slot < PXT_STREAMS; slot++)
		if (describe_slot(place, slot, &leftover)) {
			if (listing->n < listing->max)
				listing->list[listing->n] = leftover;
			listing->n++;
		}
	return true;
}

size_t pxt_leftovers(struct posixtrace_leftover *list, size_t max)
{
	struct listing listing = { .list = list, .max = max };

	pxt_places_visit(list_in, &listing);
	return listing.n;
}

static bool is_same(const struct pxt_remains *remains,
		    const struct posixtrace_leftover *leftover)
{
	if (leftover->controller == 0)
		return is_damaged(remains);
	return remains->known &&
	       remains->view.segment->controller == leftover->controller &&
	       remains->view.attr.create_sec == leftover->created.tv_sec &&
	       remains->view.attr.create_nsec == leftover->created.tv_nsec;
}

static int discard_cut(const struct pxt_place *place, unsigned slot)
{
	int fd = open_cut(place->dirfd, place->uid, slot), err;

	if (fd < 0)
		return ENOENT;
	err = pxt_directory_remove_dead(place->dirfd, slot, fd) ? 0 : EBUSY;
	close(fd);
	return err;
}

static int discard_slot(const struct pxt_place *place, unsigned slot,
			const struct posixtrace_leftover *leftover)
{
	struct pxt_remains remains;
	int err = ENOENT;

	if (!pxt_remains_open(place->dirfd, place->uid, slot, LOCK_EX,
			      &remains))
		return leftover->controller == 0 ? discard_cut(place, slot) :
						   ENOENT;
	if (is_same(&remains, leftover))
		err = pxt_remains_remove(place->dirfd, slot, &remains) ? 0 :
								       EBUSY;
	pxt_remains_close(&remains);
	return err;
}

struct search {
	const struct posixtrace_leftover *wanted;
	int result;
};

static bool discard_in(void *context, const struct pxt_place *place)
{
	struct search *search = context;
	char path[sizeof(search->wanted->segment)];

	for (unsigned slot = 0; slot < PXT_STREAMS; slot++) {
		pxt_place_segment(place, slot, path, sizeof(path));
		if (strncmp(path, search->wanted->segment, sizeof(path)) == 0)
			search->result = discard_slot(place, slot,
						      search->wanted);
	}
	return search->result == ENOENT;
}

int pxt_leftover_discard(const struct posixtrace_leftover *leftover)
{
	struct search search = { .wanted = leftover, .result = ENOENT };

	pxt_places_visit(discard_in, &search);
	return search.result;
}

/* What is done with the contents of a slot. */
enum fate {
	NOT_DEAD,
	WORTHLESS,		/* no log needs it */
	NEEDED,			/* by a log that can be recovered */
	HELD,			/* being recovered, or not known */
	LOST,			/* its log cannot be found */
	LOCKED,			/* the directory is kept locked */
};

/*
 * Decide by its log; *fd is that log if it is needed.  A path that another
 * user may have written is not opened.
 */
static enum fate judge(const struct pxt_remains *remains, uid_t uid, int *fd)
{
	struct pxt_log_status status;
	struct pxt_log_head head;
	enum fate fate = NEEDED;
	int err;

	*fd = -1;
	if (!pxt_remains_are_logged(remains))
		return WORTHLESS;
	if (!remains->known || uid != geteuid())
		return LOST;
	err = pxt_log_place_open(&remains->view, fd);
	if (err)
		return err == ENOENT ? LOST : HELD;
	switch (pxt_log_place_check(&remains->view, *fd, &head, &status)) {
	case 0:
		if (status.complete == PXT_LOG_COMPLETE)
			fate = WORTHLESS;
		/* Killed between naming that log and going on with it. */
		if (pxt_segment_is_of_other(remains->view.segment, head.number))
			fate = LOST;
		break;
	case ENOENT:
		/* Exactly that file, but not that log any more. */
		fate = WORTHLESS;
		break;
	case ENOMEM:
	case EMFILE:
		fate = HELD;
		break;
	default:
		fate = LOST;
	}
	if (fate != NEEDED) {
		close(*fd);
		*fd = -1;
	}
	return fate;
}

/* The file of a slot, as far as the user may open it; -1: not, see errno. */
static int open_any(int dirfd, const char *name)
{
	int fd = openat(dirfd, name, PXT_SHM_OPEN);

	if (fd >= 0 || errno != EACCES)
		return fd;
	return openat(dirfd, name,
		      (PXT_SHM_OPEN & ~O_ACCMODE) | O_RDONLY);
}

/*
 * Is it a file of the user's own that neither is nor was a segment?  A segment may be
 * read and written by its user, and by no other.
 */
static bool is_junk(int dirfd, uid_t uid, const char *name)
{
	int fd = open_any(dirfd, name);
	struct stat st;
	bool junk;

	if (fd < 0)
		return errno == ELOOP || errno == EISDIR || errno == ENXIO ||
		       errno == EACCES;
	junk = fstat(fd, &st) == 0 &&
	       (!S_ISREG(st.st_mode) ||
		((st.st_size < (off_t)sizeof(struct pxt_segment) ||
		  st.st_uid != uid || (st.st_mode & 0777) != 0600) &&
		 flock(fd, LOCK_EX | LOCK_NB) == 0));
	close(fd);
	return junk;
}

static bool remove_junk(int dirfd, uid_t uid, unsigned slot)
{
	char name[PXT_FILE_NAME_SIZE];

	pxt_slot_name(slot, "", name);
	return is_junk(dirfd, uid, name) &&
	       (unlinkat(dirfd, name, 0) == 0 ||
		unlinkat(dirfd, name, AT_REMOVEDIR) == 0);
}

/* The segment to remove if there is none that is worth less. */
struct oldest {
	unsigned slot;			/* PXT_STREAMS: none */
	uint64_t created;
};

static void note_oldest(struct oldest *oldest, unsigned slot, uint64_t created)
{
	if (oldest->slot == PXT_STREAMS || created < oldest->created)
		*oldest = (struct oldest){ slot, created };
}

/* There may be another one by now. */
static bool remove_oldest(const struct pxt_place *place,
			  const struct oldest *oldest)
{
	struct pxt_remains remains;
	bool done = true;

	if (oldest->slot == PXT_STREAMS ||
	    !pxt_remains_open(place->dirfd, place->uid, oldest->slot, LOCK_EX,
			      &remains))
		return false;
	if (pxt_remains_created(&remains) == oldest->created)
		done = pxt_remains_remove(place->dirfd, oldest->slot,
					  &remains);
	pxt_remains_close(&remains);
	return done;
}

static enum fate examine(const struct pxt_place *place, unsigned slot,
			 uint64_t *created, int *fd)
{
	struct pxt_remains remains;
	enum fate fate;

	*fd = -1;
	if (!pxt_remains_open(place->dirfd, place->uid, slot, LOCK_EX,
			      &remains))
		return remove_junk(place->dirfd, place->uid, slot) ?
		       WORTHLESS : NOT_DEAD;
	*created = pxt_remains_created(&remains);
	fate = judge(&remains, place->uid, fd);
	if (fate == WORTHLESS &&
	    !pxt_remains_remove(place->dirfd, slot, &remains))
		fate = LOCKED;
	pxt_remains_close(&remains);
	return fate;
}

static enum fate recover(int fd)
{
	struct posixtrace_recovery recovery;

	switch (pxt_recover(fd, false, &recovery)) {
	case 0:
		return WORTHLESS;
	case EBUSY:
	case ENOMEM:
	case EMFILE:
		return HELD;
	default:
		return LOST;
	}
}

/* What was found in the slots. */
struct room {
	bool freed, locked;
	bool needed[PXT_STREAMS];
	struct oldest lost, held;
};

static void note(struct room *room, unsigned slot, enum fate fate,
		 uint64_t created)
{
	room->freed |= fate == WORTHLESS;
	room->locked |= fate == LOCKED;
	room->needed[slot] = fate == NEEDED;
	if (fate == LOST)
		note_oldest(&room->lost, slot, created);
	if (fate == HELD)
		note_oldest(&room->held, slot, created);
}

/*
 * Remove all that is not needed; look among the others only for the requested
 * one.
 */
static void clean_up(const struct pxt_place *place, bool recovers,
		     struct room *room)
{
	for (unsigned slot = 0; slot < PXT_STREAMS && !room->locked; slot++) {
		uint64_t created = 0;
		enum fate fate;
		int fd;

		if (recovers && (room->freed || !room->needed[slot]))
			continue;
		fate = examine(place, slot, &created, &fd);
		if (fate == NEEDED && recovers)
			fate = recover(fd);
		if (fd >= 0)
			close(fd);
		note(room, slot, fate, created);
	}
}

static int make_room(const struct pxt_place *place, bool hurry)
{
	struct room room = { .lost.slot = PXT_STREAMS,
			     .held.slot = PXT_STREAMS };

	clean_up(place, false, &room);
	if (!room.freed)
		clean_up(place, true, &room);
	if (room.freed || remove_oldest(place, &room.lost) ||
	    (hurry && remove_oldest(place, &room.held)))
		return 0;
	return room.locked || room.lost.slot != PXT_STREAMS ||
	       room.held.slot != PXT_STREAMS ? EBUSY : ENOENT;
}

int pxt_leftover_make_room(uid_t uid, bool hurry)
{
	struct pxt_place place;
	int cancel, err = ENOENT;

	pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &cancel);
	if (pxt_place_open(uid, &place)) {
		err = make_room(&place, hurry);
		close(place.dirfd);
	}
	pthread_setcancelstate(cancel, NULL);
	return err;
}
