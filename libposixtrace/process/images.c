/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* Tells streams what this process executes; see images.h. */
#include "process/images.h"

#include <errno.h>
#include <pthread.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "base/maps.h"
#include "base/modules.h"
#include "base/quiet.h"
#include "process/self.h"
#include "ring/images.h"

/* Not on the stack, which may be a handler's; of who holds the lock. */
static struct {
	char text[4096];
	union {
		struct pxt_image image;
		unsigned char bytes[PXT_IMAGE_MOST];
	};
} room;

/*
 * What streams were told, in the order of telling.  Those below n_known never change,
 * so trace points look without the lock; a forked child has what its parent had.
 */
struct known {
	uint64_t start;
	uint64_t end;
	uint64_t inode;
	bool has_id;
};

enum { KNOWN = 256 };

static struct known known[KNOWN];
static _Atomic unsigned n_known;
static _Atomic bool is_crowded;		/* there are more */

/* Have streams been told, and is there no more to tell now? */
static bool is_known(const struct pxt_map *map)
{
	unsigned n = pxt_load_relaxed(&n_known);
	bool is_there = false;
	size_t id_size;

	for (unsigned i = 0; i < n; i++) {
		if (known[i].start != map->start || known[i].end != map->end ||
		    known[i].inode != map->inode)
			continue;
		if (known[i].has_id)
			return true;
		is_there = true;
	}
	if (!is_there)
		return pxt_load_relaxed(&is_crowded);
	pxt_modules_find(map->start, &id_size);
	return id_size == 0;
}

static void add(const struct pxt_map *map, bool has_id)
{
	unsigned n = pxt_load_relaxed(&n_known);

	if (n == KNOWN) {
		pxt_store_relaxed(&is_crowded, true);
		return;
	}
	known[n] = (struct known){ map->start, map->end, map->inode, has_id };
	/* Release: a trace point that sees the number sees the entry. */
	pxt_store_release(&n_known, n + 1);
}

static void note(const struct pxt_map *map)
{
	size_t id_size;

	if (is_known(map))
		return;
	pxt_modules_find(map->start, &id_size);
	add(map, id_size != 0);
}

bool pxt_images_know(uintptr_t address)
{
	unsigned n = pxt_load_acquire(&n_known);

	for (unsigned i = 0; i < n; i++)
		if (address >= known[i].start && address < known[i].end)
			return true;
	return n == 0 || pxt_load_relaxed(&is_crowded);
}

static void begin(const struct pxt_view *view, int32_t pid,
		  enum pxt_image_kind kind, uint64_t number)
{
	room.image = (struct pxt_image){
		.magic = PXT_IMAGE_MAGIC,
		.size = sizeof(room.image),
		.kind = kind,
		.pid = pid,
		.ticks = pxt_segment_ticks(view),
		.number = number,
	};
}

struct telling {
	const struct pxt_view *view;
	uint64_t *image;
};

static bool put(const struct telling *telling)
{
	if (pxt_images_put(telling->view, &room.image) != 0)
		return false;
	*telling->image = room.image.number;
	return true;
}

static bool tell(const struct telling *telling, const struct pxt_map *map,
		 const void *id, size_t id_size)
{
	const struct pxt_mapping mapping = {
		.start = map->start,
		.end = map->end,
		.offset = map->offset,
		.device = map->device,
		.inode = map->inode,
		.id_size = (uint16_t)id_size,
		.path_size = (uint16_t)map->path_size,
		.flags = map->is_deleted ? PXT_MAPPING_DELETED : 0,
	};

	if (pxt_image_add(&room.image, sizeof(room.bytes), &mapping, id,
			  map->path))
		return true;
	if (!put(telling))
		return false;
	begin(telling->view, room.image.pid, PXT_IMAGE_MORE,
	      *telling->image);
	/* A path that is too long for any record is left out. */
	pxt_image_add(&room.image, sizeof(room.bytes), &mapping, id, map->path);
	return true;
}

static bool tell_map(const struct pxt_map *map, void *arg)
{
	size_t id_size;
	const void *id = pxt_modules_find(map->start, &id_size);

	return tell(arg, map, id, id_size);
}

static bool tell_and_note(const struct pxt_map *map, void *arg)
{
	note(map);
	return tell_map(map, arg);
}

static bool note_only(const struct pxt_map *map, void *arg)
{
	(void)arg;
	note(map);
	return true;
}

static bool tell_if_new(const struct pxt_map *map, void *arg)
{
	return is_known(map) || tell_map(map, arg);
}

static bool is_old(const struct pxt_map *map, void *arg)
{
	bool *has_new = arg;

	*has_new = !is_known(map);
	return !*has_new;
}

static void tell_more(const struct pxt_view *view, int32_t pid, uint64_t *image)
{
	struct telling telling = { view, image };

	begin(view, pid, PXT_IMAGE_MORE, *image);
	if (pxt_maps_each(room.text, sizeof(room.text), tell_if_new, &telling) &&
	    room.image.count > 0)
		put(&telling);
}

static void tell_whole(const struct pxt_view *view, int32_t pid,
		       uint64_t *image)
{
	struct telling telling = { view, image };

	begin(view, pid, PXT_IMAGE_WHOLE, 1);
	if (pxt_maps_each(room.text, sizeof(room.text), tell_and_note,
			  &telling) &&
	    room.image.count > 0)
		put(&telling);
}

static void tell_fork(const struct pxt_view *view, int32_t pid, uint64_t *image)
{
	begin(view, pid, PXT_IMAGE_FORKED, 1);
	room.image.of = *image;
	if (pxt_images_put(view, &room.image) == 0)
		*image = room.image.number;
}

void pxt_images_tell(const struct pxt_view *view, int32_t pid, uint64_t *image)
{
	int saved = errno, cancel;

	if (!view->images || pxt_is_quiet())
		return;
	pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &cancel);
	if (*image)
		tell_fork(view, pid, image);
	else
		tell_whole(view, pid, image);
	pthread_setcancelstate(cancel, NULL);
	errno = saved;
}

static bool is_told(const struct pxt_attached *a)
{
	return a->serial && !a->retired && a->image && a->view.images;
}

void pxt_images_tell_new(struct pxt_attached *attached, size_t n, int32_t pid)
{
	bool has_new = false;
	int saved = errno, cancel;

	if (pxt_is_quiet())
		return;
	pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &cancel);
	pxt_maps_each(room.text, sizeof(room.text), is_old, &has_new);
	for (size_t i = 0; i < n && has_new; i++)
		if (is_told(&attached[i]))
			tell_more(&attached[i].view, pid, &attached[i].image);
	if (has_new)
		pxt_maps_each(room.text, sizeof(room.text), note_only, NULL);
	pthread_setcancelstate(cancel, NULL);
	errno = saved;
}

/* The path as the process has it now.  False: that of no file. */
static bool find_path(const char *name, struct pxt_map *map)
{
	const size_t size = strlen(name);
	size_t at = 0;

	map->path = name;
	if (name[0] != '/') {
		/* Not getcwd(), which may open directories. */
		if (!strchr(name, '/') ||
		    syscall(SYS_getcwd, room.text, sizeof(room.text)) < 0 ||
		    room.text[0] != '/')
			return false;
		at = strlen(room.text);
		if (size + 1 >= sizeof(room.text) - at)
			return false;
		room.text[at++] = '/';
		memcpy(room.text + at, name, size);
		map->path = room.text;
	}
	map->path_size = at + size;
	return map->path_size < UINT16_MAX;
}

void pxt_images_tell_part(struct pxt_attached *attached, size_t n, int32_t pid,
			  const struct pxt_module_part *part)
{
	struct pxt_map map = {
		.start = part->start,
		.end = part->end,
		.offset = part->offset,
	};

	/* Another thread may have been first. */
	if (pxt_images_know(part->start))
		return;
	/* Whether it can be told or not, this is not tried again. */
	add(&map, part->id_size != 0);
	/* Without build id and inode nobody could tell whether a file is it. */
	if (part->id_size == 0 || !find_path(part->name, &map))
		return;
	for (size_t i = 0; i < n; i++) {
		const struct telling telling = {
			&attached[i].view, &attached[i].image
		};

		if (!is_told(&attached[i]))
			continue;
		begin(telling.view, pid, PXT_IMAGE_MORE, attached[i].image);
		if (tell(&telling, &map, part->id, part->id_size))
			put(&telling);
	}
}
