/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* Blocks as gzip files, which a browser can decompress. */
#include "view/packer.h"

#include <limits.h>
#include <stdint.h>
#include <stdlib.h>
#include <zlib.h>

enum {
	LEVEL = 4,
	WINDOW_BITS = 15 + 16,		/* 16: with the header of gzip */
	MEMORY_LEVEL = 8,
};

const char packer_form[] = "gzip";

struct packer {
	z_stream stream;
	unsigned char *room;
	size_t size;
};

struct packer *packer_create(void)
{
	struct packer *packer = calloc(1, sizeof(*packer));

	if (packer && deflateInit2(&packer->stream, LEVEL, Z_DEFLATED,
				   WINDOW_BITS, MEMORY_LEVEL,
				   Z_DEFAULT_STRATEGY) == Z_OK)
		return packer;
	free(packer);
	return NULL;
}

void packer_destroy(struct packer *packer)
{
	if (!packer)
		return;
	deflateEnd(&packer->stream);
	free(packer->room);
	free(packer);
}

static bool make_room(struct packer *packer, size_t size)
{
	unsigned char *room;

	if (size <= packer->size)
		return true;
	room = realloc(packer->room, size);
	if (!room)
		return false;
	packer->room = room;
	packer->size = size;
	return true;
}

const void *packer_pack(struct packer *packer, const void *bytes, size_t len,
			size_t *packed_len)
{
	z_stream *stream = &packer->stream;

	if (len > UINT_MAX / 2 || deflateReset(stream) != Z_OK ||
	    !make_room(packer, deflateBound(stream, (uLong)len)))
		return NULL;
	stream->next_in = (Bytef *)(uintptr_t)bytes;
	stream->avail_in = (uInt)len;
	stream->next_out = packer->room;
	stream->avail_out = (uInt)packer->size;
	if (deflate(stream, Z_FINISH) != Z_STREAM_END)
		return NULL;
	*packed_len = packer->size - stream->avail_out;
	return packer->room;
}
