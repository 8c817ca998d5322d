/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* Records of what a process has mapped; see image.h. */
#include "model/image.h"

#include <string.h>

#include "base/crc32c.h"

bool pxt_image_add(struct pxt_image *image, size_t room,
		   const struct pxt_mapping *mapping, const void *id,
		   const char *path)
{
	size_t size = pxt_mapping_size(mapping->id_size, mapping->path_size);
	unsigned char *to = (unsigned char *)image + image->size;

	if (size > room - image->size)
		return false;
	memset(to, 0, size);
	memcpy(to, mapping, sizeof(*mapping));
	to += sizeof(*mapping);
	if (mapping->id_size)
		memcpy(to, id, mapping->id_size);
	memcpy(to + mapping->id_size, path, mapping->path_size);
	image->size += (uint32_t)size;
	image->count++;
	return true;
}

bool pxt_image_next(const struct pxt_image *image, size_t *at,
		    struct pxt_mapping_view *out)
{
	const unsigned char *from = (const void *)image;

	if (*at == 0)
		*at = sizeof(*image);
	if (*at == image->size)
		return false;
	from += *at;
	memcpy(&out->mapping, from, sizeof(out->mapping));
	out->id = from + sizeof(out->mapping);
	out->path = (const char *)out->id + out->mapping.id_size;
	*at += pxt_mapping_size(out->mapping.id_size, out->mapping.path_size);
	return true;
}

void pxt_image_doubt(struct pxt_image *image)
{
	struct pxt_mapping_view view;
	size_t from = sizeof(*image), at = 0;

	for (; pxt_image_next(image, &at, &view); from = at) {
		view.mapping.flags |= PXT_MAPPING_DOUBTFUL;
		view.mapping.flags &= ~(uint32_t)PXT_MAPPING_UNDOUBTED;
		memcpy((unsigned char *)image + from, &view.mapping,
		       sizeof(view.mapping));
	}
}

static uint32_t crc_of(const struct pxt_image *image)
{
	const size_t from = offsetof(struct pxt_image, kind);

	return pxt_crc32c(0, (const unsigned char *)image + from,
			  image->size - from);
}

void pxt_image_seal(struct pxt_image *image)
{
	image->crc = crc_of(image);
}

bool pxt_image_is_sealed(const struct pxt_image *image)
{
	return image->crc == crc_of(image);
}

/* The bytes of a mapping at `from`, or 0. */
static size_t valid_size(const unsigned char *from, size_t left)
{
	struct pxt_mapping mapping;
	const char *path;
	size_t size;

	if (left < sizeof(mapping))
		return 0;
	memcpy(&mapping, from, sizeof(mapping));
	size = pxt_mapping_size(mapping.id_size, mapping.path_size);
	path = (const char *)from + sizeof(mapping) + mapping.id_size;
	return size <= left && mapping.start < mapping.end &&
	       mapping.id_size <= PXT_BUILD_ID_MOST && mapping.path_size > 0 &&
	       !memchr(path, '\0', mapping.path_size) ? size : 0;
}

bool pxt_image_is_valid(const struct pxt_image *image, size_t size)
{
	size_t at = sizeof(*image);
	uint32_t n = 0;

	if (size < sizeof(*image) || image->magic != PXT_IMAGE_MAGIC ||
	    image->size < sizeof(*image) || image->size > size ||
	    image->size > PXT_IMAGE_MOST || image->size % 8 != 0 ||
	    image->kind < PXT_IMAGE_WHOLE || image->kind > PXT_IMAGE_FORKED ||
	    image->number == 0 ||
	    (image->kind == PXT_IMAGE_FORKED) != (image->of != 0))
		return false;
	for (; at < image->size; n++) {
		size_t len = valid_size((const unsigned char *)image + at,
					image->size - at);

		if (len == 0)
			return false;
		at += len;
	}
	return n == image->count;
}
