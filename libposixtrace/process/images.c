/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* Tells streams what this process executes; see images.h. */
#include "process/images.h"

#include <errno.h>
#include <pthread.h>

#include "base/maps.h"
#include "base/modules.h"
#include "base/quiet.h"
#include "ring/images.h"

/* Not on the stack, which may be a handler's; of who holds the lock. */
static struct {
	char text[4096];
	union {
		struct pxt_image image;
		unsigned char bytes[PXT_IMAGE_MOST];
	};
} room;

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

static void tell_whole(const struct pxt_view *view, int32_t pid,
		       uint64_t *image)
{
	struct telling telling = { view, image };

	begin(view, pid, PXT_IMAGE_WHOLE, 1);
	if (pxt_maps_each(room.text, sizeof(room.text), tell_map, &telling) &&
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
