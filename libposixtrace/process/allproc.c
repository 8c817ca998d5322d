/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* Streams of every process of a user; see allproc.h. */
#include "process/allproc.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/helgrind.h"
#include "base/rundir.h"

int pxt_allproc_open(struct pxt_process *allproc, int *map_fd)
{
	struct pxt_process p = { .proc = {
		.pid = POSIX_TRACE_ALLPROC,
		.own_pid = POSIX_TRACE_ALLPROC,
		.uid = geteuid(),
	} };
	void *control, *map;
	int dirfd, err;

	if (pxt_rundir_open(p.proc.uid, true, &dirfd) != 0)
		return EACCES;
	err = pxt_shm_create(dirfd, p.proc.uid, sizeof(*p.map), sizeof(*p.map),
			     map_fd, &map);
	close(dirfd);
	if (err)
		return err == EFBIG ? ENOMEM : err;
	err = pxt_shm_anonymous(PXT_PAGE, &control);
	if (err)
		goto unmap_map;
	p.control = control;
	p.map = map;
	pxt_eventmap_init(p.map);
	*allproc = p;
	return 0;

unmap_map:
	munmap(map, sizeof(*p.map));
	close(*map_fd);
	return err;
}

/* Give the segment its second name; others may be removing all/. */
static int list(int dirfd, unsigned slot)
{
	char from[PXT_FILE_NAME_SIZE], to[PXT_FILE_NAME_SIZE];

	pxt_slot_name(slot, "", from);
	pxt_slot_name_for_all(slot, to);
	for (int tries = 0; tries < 100; tries++) {
		if (mkdirat(dirfd, PXT_ALL_DIRECTORY, 0700) != 0 &&
		    errno != EEXIST)
			break;
		unlinkat(dirfd, to, 0);
		if (linkat(dirfd, from, dirfd, to, 0) == 0)
			return 0;
		if (errno != ENOENT && errno != EEXIST)
			break;
	}
	return errno == ENOSPC || errno == ENOMEM ? ENOMEM : EACCES;
}

struct publication {
	unsigned slot;
	uint64_t serial;
};

static void publish_in(struct pxt_control *control, void *arg)
{
	const struct publication *p = arg;

	pxt_store_relaxed(&control->since[p->slot], pxt_proc_now());
	pxt_store_release(&control->published[p->slot], p->serial);
	atomic_exchange(&control->pending, 1);
}

int pxt_allproc_publish(const struct pxt_slot *slot, int map_fd,
			uint64_t serial)
{
	struct publication p = { slot->number, serial };
	char names[PXT_FILE_NAME_SIZE];
	int dirfd, err;

	/* Without a directory there is no file that other processes could
	 * map. */
	if (!slot->has_file || pxt_rundir_open(slot->uid, false, &dirfd) != 0)
		return EACCES;
	pxt_slot_name(slot->number, ".names", names);
	unlinkat(dirfd, names, 0);
	err = pxt_shm_publish(dirfd, map_fd, names);
	if (!err)
		err = list(dirfd, slot->number);
	close(dirfd);
	if (err)
		return err == ENOMEM ? ENOMEM : EACCES;
	pxt_process_each(slot->uid, publish_in, &p);
	return 0;
}

static void unpublish_in(struct pxt_control *control, void *arg)
{
	const struct publication *p = arg;
	uint64_t serial = p->serial;

	pxt_cas_acq_rel(&control->published[p->slot], &serial, 0);
	atomic_exchange(&control->pending, 1);
}

void pxt_allproc_unpublish(const struct pxt_slot *slot, uint64_t serial)
{
	struct publication p = { slot->number, serial };

	pxt_process_each(slot->uid, unpublish_in, &p);
}

/* The serial of the stream of that name in all/, 0 if there is none. */
static uint64_t serial_of(int dirfd, uid_t uid, unsigned slot)
{
	char name[PXT_FILE_NAME_SIZE];
	struct pxt_view view;
	uint64_t serial = 0;
	size_t size;
	void *map;

	pxt_slot_name_for_all(slot, name);
	if (pxt_shm_open(dirfd, uid, name, sizeof(struct pxt_segment), NULL,
			 &map, &size) != 0)
		return 0;
	if (pxt_segment_view(map, size, &view) == 0 && view.allproc &&
	    pxt_segment_is_current(&view))
		serial = view.segment->serial;
	munmap(map, size);
	return serial;
}

static bool has_all(int dirfd)
{
	return faccessat(dirfd, PXT_ALL_DIRECTORY, F_OK,
			 AT_SYMLINK_NOFOLLOW) == 0;
}

bool pxt_allproc_is_traced(uid_t uid)
{
	int dirfd, saved = errno;
	bool is_traced;

	if (pxt_rundir_open(uid, false, &dirfd) != 0)
		return false;
	is_traced = has_all(dirfd);
	close(dirfd);
	errno = saved;
	return is_traced;
}

void pxt_allproc_find(uid_t uid, uint64_t serials[PXT_STREAMS])
{
	int dirfd, saved = errno;
	unsigned end;

	if (pxt_rundir_open(uid, false, &dirfd) != 0)
		return;
	end = has_all(dirfd) ? PXT_STREAMS : 0;
	for (unsigned slot = 0; slot < end; slot++) {
		uint64_t serial = serial_of(dirfd, uid, slot);

		if (serial)
			serials[slot] = serial;
	}
	close(dirfd);
	errno = saved;
}

void pxt_allproc_take_over(uid_t uid, struct pxt_control *control)
{
	uint64_t serials[PXT_STREAMS] = {0};

	pxt_allproc_find(uid, serials);
	for (unsigned slot = 0; slot < PXT_STREAMS; slot++) {
		if (!serials[slot] ||
		    pxt_load_relaxed(&control->published[slot]) ==
		    serials[slot])
			continue;
		pxt_store_relaxed(&control->since[slot], pxt_proc_now());
		pxt_store_release(&control->published[slot], serials[slot]);
	}
}

/* Of an ALLPROC stream.  NULL: no memory, or the stream has no map any more. */
static struct pxt_translation *attach(uid_t uid, unsigned slot)
{
	struct pxt_translation *translation;
	char name[PXT_FILE_NAME_SIZE];
	int dirfd, err, saved = errno;
	size_t size;
	void *map;

	if (pxt_rundir_open(uid, false, &dirfd) != 0)
		return NULL;
	pxt_slot_name(slot, ".names", name);
	err = pxt_shm_open(dirfd, uid, name, sizeof(struct pxt_eventmap), NULL,
			   &map, &size);
	close(dirfd);
	if (err)
		return NULL;
	translation = mmap(NULL, sizeof(*translation), PROT_READ | PROT_WRITE,
			   MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	errno = saved;
	if (translation == MAP_FAILED) {
		munmap(map, size);
		return NULL;
	}
	pxt_helgrind_ignore(translation, sizeof(*translation));
	translation->map = map;
	return translation;
}

int pxt_allproc_attach_names(const struct pxt_process *process, unsigned slot,
			     const struct pxt_view *view,
			     struct pxt_translation **translation)
{
	uint64_t file = 0;
	int err;

	*translation = NULL;
	if (!view->allproc) {
		err = pxt_directory_names_file(process->proc.uid, slot, &file);
		/* A stream whose names have no file is of our family. */
		if (err || !file || file == process->map_file)
			return err;
	}
	*translation = attach(process->proc.uid, slot);
	if (*translation)
		return 0;
	return view->allproc ? ENOENT : ENOMEM;
}

void pxt_allproc_detach(struct pxt_translation *translation)
{
	if (!translation)
		return;
	munmap(translation->map, sizeof(*translation->map));
	munmap(translation, sizeof(*translation));
}

unsigned pxt_allproc_translate(struct pxt_translation *translation,
			       const struct pxt_eventmap *own, unsigned id)
{
	char name[PXT_EVENT_NAME_SIZE], text[PXT_TYPE_SIZE];
	unsigned known;

	known = pxt_allproc_known(translation, own, id);
	if (pxt_likely(known))
		return known;
	if (!own || !pxt_eventmap_name(own, id, name))
		return POSIX_TRACE_UNNAMED_USEREVENT;
	if (pxt_eventmap_description(own, id, text)) {
		known = pxt_eventmap_open_described(translation->map,
				&translation->opened, name, text);
		pxt_store_relaxed(&translation->id[id],
				  (uint16_t)(known |
					     PXT_TRANSLATION_DESCRIBED));
		return known;
	}
	known = pxt_eventmap_open(translation->map, &translation->opened, name);
	pxt_store_relaxed(&translation->id[id], (uint16_t)known);
	return known;
}
