/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* Gathers what was mapped, and writes it to a log; see image-writer.h. */
#include "trace/image-writer.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

void image_writer_init(struct image_writer *images)
{
	*images = (struct image_writer){ .records = NULL };
	places_init(&images->programs);
	places_init(&images->mappings);
}

void image_writer_fini(struct image_writer *images)
{
	places_fini(&images->programs);
	places_fini(&images->mappings);
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

int image_writer_add(struct image_writer *images, struct pxt_log *log,
		     uint64_t ticks, int32_t pid, unsigned source,
		     const struct posixtrace_mapping *from, uint64_t *added)
{
	const size_t programs = images->programs.n, known = images->mappings.n;
	const struct pxt_mapping mapping = {
		.start = from->start,
		.end = from->end,
		.offset = from->offset,
		.device = from->device,
		.inode = from->inode,
		.id_size = (uint16_t)from->build_id_size,
		.path_size = (uint16_t)strlen(from->path),
		.flags = PXT_MAPPING_REPLACES |
			 (from->is_deleted ? PXT_MAPPING_DELETED : 0),
	};
	struct pxt_image *image;
	size_t program, number;
	int err;

	*added = 0;
	if (!places_find(&images->programs, 0, (uint32_t)pid,
			 from->program, &program) ||
	    !places_find(&images->mappings, source, program, from->number,
			 &number))
		return ENOMEM;
	if (images->mappings.n == known)
		return 0;
	image = make_room(images, log, &err);
	if (!image)
		return err;
	*image = (struct pxt_image){
		.magic = PXT_IMAGE_MAGIC,
		.size = sizeof(*image),
		.kind = images->programs.n > programs ? PXT_IMAGE_WHOLE :
			PXT_IMAGE_MORE,
		.pid = pid,
		.ticks = ticks,
		.number = program + 1,
	};
	pxt_image_add(image, PXT_IMAGE_MOST, &mapping, from->build_id,
		      from->path);
	images->len += image->size;
	/* With the header of a block that it may begin. */
	*added = image->size + PXT_CHUNK_HEADER_SIZE + PXT_LOG_IMAGES_UNIT;
	return 0;
}
