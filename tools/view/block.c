/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* Blocks of events for the page; see block.h. */
#include "view/block.h"

#include <endian.h>
#include <stdlib.h>

#include "common/out.h"

enum { DATA_WAS_CUT = 1 };

bool block_init(struct block *block)
{
	block_clear(block);
	block->text_size = 64 << 10;
	block->text = malloc(block->text_size);
	block->bytes = NULL;
	block->bytes_size = 0;
	return block->text;
}

void block_fini(struct block *block)
{
	free(block->text);
	free(block->bytes);
}

void block_clear(struct block *block)
{
	block->n = 0;
	block->n_far = 0;
	block->n_slices = 0;
	block->text_len = 0;
}

static uint32_t delta_of(struct block *block, uint64_t ns)
{
	uint64_t delta = ns - block->last;

	if (delta < UINT32_MAX)
		return htole32((uint32_t)delta);
	block->far[block->n_far++] = htole64(delta);
	return UINT32_MAX;
}

void block_add(struct block *block, const struct block_event *event)
{
	uint32_t i = block->n;

	if (i == 0)
		block->base = block->last = event->ns;
	block->delta[i] = delta_of(block, event->ns);
	block->last = event->ns;
	block->lane[i] = htole32(event->lane);
	block->type[i] = htole16(event->type);
	block->address[i] = htole64(event->address);
	block->flags[i] = event->is_cut ? DATA_WAS_CUT : 0;
	if (event->has_slice) {
		block->slice_event[block->n_slices] = htole32(i);
		block->slice_ns[block->n_slices++] = htole64(event->slice_ns);
	}
	block->n++;
}

char *block_line(struct block *block, size_t room)
{
	size_t size = block->text_size;
	char *text;

	/* Including the end of the line. */
	room++;
	if (size - block->text_len < room) {
		while (size - block->text_len < room)
			size *= 2;
		text = realloc(block->text, size);
		if (!text)
			return NULL;
		block->text = text;
		block->text_size = size;
	}
	return block->text + block->text_len;
}

void block_line_end(struct block *block, const char *end)
{
	block->text_len = (size_t)(end - block->text);
	block->text[block->text_len++] = '\n';
}

static char *start(struct block *block, size_t size)
{
	unsigned char *bytes;

	if (size > block->bytes_size) {
		bytes = realloc(block->bytes, size);
		if (!bytes)
			return NULL;
		block->bytes = bytes;
		block->bytes_size = size;
	}
	return (char *)block->bytes;
}

static char *put_u32(char *p, uint32_t value)
{
	value = htole32(value);
	return put_bytes(p, &value, sizeof(value));
}

static char *put_u64(char *p, uint64_t value)
{
	value = htole64(value);
	return put_bytes(p, &value, sizeof(value));
}

const void *block_columns(struct block *block, size_t *len)
{
	size_t n = block->n;
	char *p = start(block, 24 + 8 * (size_t)block->n_far +
			12 * (size_t)block->n_slices + 10 * n);

	if (!p)
		return NULL;
	p = put_u32(p, block->n);
	p = put_u32(p, block->n_far);
	p = put_u32(p, block->n_slices);
	p = put_u32(p, 0);
	p = put_u64(p, block->base);
	p = put_bytes(p, block->far, block->n_far * sizeof(*block->far));
	p = put_bytes(p, block->slice_ns,
		      block->n_slices * sizeof(*block->slice_ns));
	p = put_bytes(p, block->delta, n * sizeof(*block->delta));
	p = put_bytes(p, block->lane, n * sizeof(*block->lane));
	p = put_bytes(p, block->slice_event,
		      block->n_slices * sizeof(*block->slice_event));
	p = put_bytes(p, block->type, n * sizeof(*block->type));
	*len = (size_t)(p - (char *)block->bytes);
	return block->bytes;
}

const void *block_details(struct block *block, size_t *len)
{
	size_t n = block->n;
	char *p = start(block, 8 + 9 * n + block->text_len);

	if (!p)
		return NULL;
	p = put_u32(p, block->n);
	p = put_u32(p, (uint32_t)block->text_len);
	p = put_bytes(p, block->address, n * sizeof(*block->address));
	p = put_bytes(p, block->flags, n * sizeof(*block->flags));
	p = put_bytes(p, block->text, block->text_len);
	*len = (size_t)(p - (char *)block->bytes);
	return block->bytes;
}
