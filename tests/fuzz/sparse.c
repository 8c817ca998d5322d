/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* Packing files without their zeros; see sparse.h. */
#include "sparse.h"

#include <stdlib.h>
#include <string.h>

enum { HEAD = 8, ZEROS = 32 };

/* A piece ends at a run of ZEROS zeros or at the end of the file. */
static size_t end_of_piece(const uint8_t *file, size_t size, size_t at)
{
	size_t zeros = 0;

	for (; at < size && zeros < ZEROS; at++)
		zeros = file[at] ? 0 : zeros + 1;
	return at - zeros;
}

static size_t put_piece(uint8_t *to, const uint8_t *file, size_t at,
			size_t end)
{
	const uint32_t head[2] = { (uint32_t)at, (uint32_t)(end - at) };

	memcpy(to, head, HEAD);
	memcpy(to + HEAD, file + at, head[1]);
	return HEAD + head[1];
}

uint8_t *sparse_pack(const uint8_t *file, size_t size, size_t *packed)
{
	uint8_t *bytes = malloc(size + (size / ZEROS + 2) * (HEAD + 1));
	size_t used = 0;

	if (!bytes)
		return NULL;
	for (size_t at = 0, end; at < size; at = end) {
		end = at + 1;
		if (!file[at])
			continue;
		end = end_of_piece(file, size, at);
		used += put_piece(bytes + used, file, at, end);
	}
	/* Store the last byte even if it is zero, so that the length is
	 * kept. */
	if (size && !file[size - 1])
		used += put_piece(bytes + used, file, size - 1, size);
	*packed = used;
	return bytes;
}

/* Read the next piece at *at, and move *at after it. */
static int next_piece(const uint8_t *data, size_t size, size_t *at,
		      uint32_t head[2])
{
	if (size - *at < HEAD)
		return 0;
	memcpy(head, data + *at, HEAD);
	*at += HEAD;
	if (head[1] > size - *at)
		head[1] = (uint32_t)(size - *at);
	*at += head[1];
	return 1;
}

uint8_t *sparse_unpack(const uint8_t *data, size_t size, size_t most,
		       size_t *unpacked)
{
	uint32_t head[2];
	size_t end = 0;
	uint8_t *file;

	for (size_t at = 0; next_piece(data, size, &at, head); )
		if ((size_t)head[0] + head[1] <= most &&
		    (size_t)head[0] + head[1] > end)
			end = (size_t)head[0] + head[1];
	file = calloc(1, end ? end : 1);
	if (!file)
		return NULL;
	for (size_t at = 0; next_piece(data, size, &at, head); )
		if ((size_t)head[0] + head[1] <= most)
			memcpy(file + head[0], data + at - head[1], head[1]);
	*unpacked = end;
	return file;
}
