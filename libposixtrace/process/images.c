/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* Tells streams what this process executes; see images.h. */
#include "process/images.h"

#include <errno.h>
#include <pthread.h>

#include "base/clock.h"
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
/* Programs also execute what is of no file: then looking again is in vain, and is
 * done once a second at most. */
static _Atomic uint64_t look_again_ns;

enum { LOOK_NS = 1000000000 };

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

static void note(const struct pxt_map *map)
{
	unsigned n = pxt_load_relaxed(&n_known);
	size_t id_size;

	if (is_known(map))
		return;
	if (n == KNOWN) {
		pxt_store_relaxed(&is_crowded, true);
		return;
	}
	pxt_modules_find(map->start, &id_size);
	known[n] = (struct known){ map->start, map->end, map->inode,
				   id_size != 0 };
	/* Release: a trace point that sees the number sees the entry. */
	pxt_store_release(&n_known, n + 1);
}

bool pxt_images_know(uintptr_t address)
{
	unsigned n = pxt_load_acquire(&n_known);

	for (unsigned i = 0; i < n; i++)
		if (address >= known[i].start && address < known[i].end)
			return true;
	return n == 0 || pxt_load_relaxed(&is_crowded) ||
	       pxt_clock_ns(CLOCK_MONOTONIC_COARSE) <
	       pxt_load_relaxed(&look_again_ns);
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

static bool tell_map(const struct pxt_map *map, void *arg)
{
	const struct telling *telling = arg;
	struct pxt_mapping mapping = {
		.start = map->start,
		.end = map->end,
		.offset = map->offset,
		.device = map->device,
		.inode = map->inode,
		.path_size = (uint16_t)map->path_size,
		.flags = map->is_deleted ? PXT_MAPPING_DELETED : 0,
	};
	const void *id;
	size_t id_size;

	id = pxt_modules_find(map->start, &id_size);
	mapping.id_size = (uint16_t)id_size;
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

void pxt_images_tell_new(struct pxt_attached *attached, size_t n, int32_t pid)
{
	bool has_new = false;
	int saved = errno, cancel;

	if (pxt_is_quiet())
		return;
	pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &cancel);
	pxt_maps_each(room.text, sizeof(room.text), is_old, &has_new);
	for (size_t i = 0; i < n && has_new; i++)
		if (attached[i].serial && !attached[i].retired &&
		    attached[i].image && attached[i].view.images)
			tell_more(&attached[i].view, pid, &attached[i].image);
	if (has_new)
		pxt_maps_each(room.text, sizeof(room.text), note_only, NULL);
	pxt_store_relaxed(&look_again_ns,
			  pxt_clock_ns(CLOCK_MONOTONIC_COARSE) + LOOK_NS);
	pthread_setcancelstate(cancel, NULL);
	errno = saved;
}
