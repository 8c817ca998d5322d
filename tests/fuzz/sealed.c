/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* Logs under mutation; see sealed.h. */
#include "sealed.h"

#include <stdlib.h>
#include <string.h>

#include "model/logform.h"

enum { HEAD = 8, ZEROS = 32 };

static void seal_front(uint8_t *log)
{
	struct pxt_log_head *head = (void *)(log + PXT_LOG_HEAD);

	pxt_log_head_seal(head);
	for (size_t i = 0; i < 2; i++) {
		const size_t slot = i * PXT_LOG_STATUS_SLOT;

		pxt_log_status_seal((void *)(log + PXT_LOG_STATUS + slot));
		pxt_log_pointer_seal((void *)(log + PXT_LOG_POINTER + slot));
	}
	for (size_t id = 1; id < PXT_ID_SPACE; id++) {
		struct pxt_log_name *name = (void *)(log + PXT_LOG_NAMES +
						     id * sizeof(*name));
		struct pxt_log_type *type = (void *)(log + PXT_LOG_TYPES +
						     id * sizeof(*type));

		if (name->id)
			pxt_log_name_seal(name, head->identity);
		if (type->id)
			pxt_log_type_seal(type, head->identity);
	}
}

void seal_log(uint8_t *log, size_t size)
{
	const uint32_t magic = PXT_CHUNK_MAGIC;

	if (size < PXT_LOG_BLOCKS)
		return;
	seal_front(log);
	for (size_t at = PXT_LOG_BLOCKS;
	     at + PXT_CHUNK_HEADER_SIZE <= size; at += 8) {
		struct pxt_chunk_header *header = (void *)(log + at);

		if (memcmp(log + at, &magic, sizeof(magic)) != 0 ||
		    header->used > size - at - PXT_CHUNK_HEADER_SIZE)
			continue;
		pxt_log_block_seal(header, header + 1);
		at += (header->used & ~(size_t)7) + PXT_CHUNK_HEADER_SIZE - 8;
	}
}

/* Where a run of ZEROS zeros, or the file, ends the piece that begins there. */
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
	/* Lest the file become shorter. */
	if (size && !file[size - 1])
		used += put_piece(bytes + used, file, size - 1, size);
	*packed = used;
	return bytes;
}

/* The next piece at *at, which moves behind it. */
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
