/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* Gathers what was mapped, and writes it to a log; see image-writer.h. */
#include "trace/image-writer.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* What the log has been told that a process has, by address. */
struct told {
	uint64_t image;			/* 0: none yet */
	uint64_t program;		/* as posixtrace_find_mapping() counts them */
	struct posixtrace_mapping *mappings;	/* none overlaps another one */
	size_t n, room;
};

void image_writer_init(struct image_writer *images)
{
	*images = (struct image_writer){ .records = NULL };
	places_init(&images->pids);
}

void image_writer_fini(struct image_writer *images)
{
	for (size_t i = 0; i < images->room; i++)
		free(images->told[i].mappings);
	free(images->told);
	places_fini(&images->pids);
	free(images->records);
}

int image_writer_flush(struct image_writer *images, struct pxt_log *log)
{
	int err = images->len ? pxt_log_add_images(log, images->records,
						   images->len) : 0;

	if (!err)
		images->len = 0;
	return err;
}

/* Room for one more record.  NULL: it has failed, with *err. */
static struct pxt_image *make_room(struct image_writer *images,
				   struct pxt_log *log, int *err)
{
	const size_t most = pxt_log_images_room(log);

	*err = 0;
	if (!images->records) {
		images->records = malloc(most);
		*err = images->records ? 0 : ENOMEM;
	} else if (most - images->len < PXT_IMAGE_MOST) {
		*err = image_writer_flush(images, log);
	}
	return *err ? NULL : (void *)(images->records + images->len);
}

static int put(struct image_writer *images, struct pxt_log *log, uint64_t ticks,
	       int32_t pid, struct told *told, const struct pxt_mapping *mapping,
	       const void *id, const char *path, uint64_t *added)
{
	struct pxt_image *image;
	int err;

	image = make_room(images, log, &err);
	if (!image)
		return err;
	*image = (struct pxt_image){
		.magic = PXT_IMAGE_MAGIC,
		.size = sizeof(*image),
		.kind = told->image ? PXT_IMAGE_MORE : PXT_IMAGE_WHOLE,
		.pid = pid,
		.ticks = ticks,
		.number = told->image ? told->image : ++images->n_images,
	};
	told->image = image->number;
	pxt_image_add(image, PXT_IMAGE_MOST, mapping, id, path);
	images->len += image->size;
	/* With the header of a block that it may begin. */
	*added = image->size + PXT_CHUNK_HEADER_SIZE + PXT_LOG_IMAGES_UNIT;
	return 0;
}

/* Doubtful, as it may not have been there at events before this one. */
static int put_come(struct image_writer *images, struct pxt_log *log,
		    uint64_t ticks, int32_t pid, struct told *told,
		    const struct posixtrace_mapping *from, uint64_t *added)
{
	const struct pxt_mapping mapping = {
		.start = from->start,
		.end = from->end,
		.offset = from->offset,
		.device = from->device,
		.inode = from->inode,
		.id_size = (uint16_t)from->build_id_size,
		.path_size = (uint16_t)strlen(from->path),
		.flags = PXT_MAPPING_REPLACES | PXT_MAPPING_DOUBTFUL |
			 (from->is_deleted ? PXT_MAPPING_DELETED : 0),
	};

	return put(images, log, ticks, pid, told, &mapping, from->build_id,
		   from->path, added);
}

static int put_gone(struct image_writer *images, struct pxt_log *log,
		    uint64_t ticks, int32_t pid, struct told *told,
		    const struct posixtrace_mapping *gone, uint64_t *added)
{
	static const char path[] = "[gone]";
	const struct pxt_mapping mapping = {
		.start = gone->start,
		.end = gone->end,
		.offset = ticks,
		.inode = gone->inode,
		.path_size = sizeof(path) - 1,
		.flags = PXT_MAPPING_GONE,
	};

	return put(images, log, ticks, pid, told, &mapping, NULL, path, added);
}

/* NULL: no memory. */
static struct told *find_told(struct image_writer *images, int32_t pid)
{
	size_t number;

	if (!places_find(&images->pids, 0, (uint32_t)pid, 0, &number))
		return NULL;
	if (number >= images->room) {
		size_t room = 2 * images->pids.n;
		struct told *told = reallocarray(images->told, room,
						 sizeof(*told));

		if (!told)
			return NULL;
		memset(told + images->room, 0,
		       (room - images->room) * sizeof(*told));
		images->told = told;
		images->room = room;
	}
	return &images->told[number];
}

/* The first one that ends behind an address. */
static size_t find_behind(const struct told *told, uint64_t address)
{
	size_t low = 0, high = told->n;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (told->mappings[middle].end > address)
			high = middle;
		else
			low = middle + 1;
	}
	return low;
}

/* Several logs of a process have numbers of their own for a mapping. */
static bool are_same(const struct posixtrace_mapping *a,
		     const struct posixtrace_mapping *b)
{
	return a->start == b->start && a->end == b->end &&
	       a->offset == b->offset && a->device == b->device &&
	       a->inode == b->inode && a->is_deleted == b->is_deleted &&
	       a->build_id_size == b->build_id_size &&
	       memcmp(a->build_id, b->build_id, a->build_id_size) == 0 &&
	       (a->path == b->path || strcmp(a->path, b->path) == 0);
}

/* In the place of those that it overlaps. */
static bool keep(struct told *told, const struct posixtrace_mapping *mapping)
{
	size_t first = find_behind(told, mapping->start), last = first;

	if (told->n == told->room) {
		size_t room = told->room ? 2 * told->room : 16;
		void *grown = reallocarray(told->mappings, room,
					   sizeof(*told->mappings));

		if (!grown)
			return false;
		told->mappings = grown;
		told->room = room;
	}
	while (last < told->n && told->mappings[last].start < mapping->end)
		last++;
	memmove(&told->mappings[first + 1], &told->mappings[last],
		(told->n - last) * sizeof(*told->mappings));
	told->mappings[first] = *mapping;
	told->n += 1 - (last - first);
	return true;
}

static void forget(struct told *told, size_t i)
{
	told->n--;
	memmove(&told->mappings[i], &told->mappings[i + 1],
		(told->n - i) * sizeof(*told->mappings));
}

int image_writer_add(struct image_writer *images, struct pxt_log *log,
		     uint64_t ticks, int32_t pid, uint64_t address,
		     const struct posixtrace_mapping *mapping, uint64_t *added)
{
	struct told *told = find_told(images, pid);
	struct posixtrace_mapping gone;
	size_t at;

	*added = 0;
	if (!told)
		return ENOMEM;
	if (mapping && told->image && told->program != mapping->program) {
		told->image = 0;
		told->n = 0;
	}
	at = find_behind(told, address);
	if (at < told->n && told->mappings[at].start <= address) {
		if (mapping && are_same(mapping, &told->mappings[at]))
			return 0;
		if (!mapping) {
			gone = told->mappings[at];
			forget(told, at);
			return put_gone(images, log, ticks, pid, told, &gone,
					added);
		}
	} else if (!mapping) {
		return 0;
	}
	if (!keep(told, mapping))
		return ENOMEM;
	told->program = mapping->program;
	return put_come(images, log, ticks, pid, told, mapping, added);
}
