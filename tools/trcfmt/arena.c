/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * Blocks of 64 KiB, allocated from the front; larger sizes get their own
 * block.
 */
#include "arena.h"

#include <stdalign.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

struct tf_arena_block {
	SLIST_ENTRY(tf_arena_block) next;
	size_t used, size;
	alignas(max_align_t) char bytes[];
};

enum { BLOCK = 64 * 1024 };

void *tf_arena_get(struct tf_arena *arena, size_t size)
{
	size_t unit = alignof(max_align_t);
	struct tf_arena_block *block = SLIST_FIRST(&arena->blocks);

	if (size > SIZE_MAX / 2)
		return NULL;
	size = (size + unit - 1) / unit * unit;
	if (!block || block->size - block->used < size) {
		size_t room = size > BLOCK ? size : BLOCK;

		block = calloc(1, sizeof(*block) + room);
		if (!block)
			return NULL;
		block->size = room;
		SLIST_INSERT_HEAD(&arena->blocks, block, next);
	}
	void *p = block->bytes + block->used;
	block->used += size;
	return p;
}

char *tf_arena_string(struct tf_arena *arena, const char *text, size_t size)
{
	char *copy = tf_arena_get(arena, size + 1);

	if (copy && size)
		memcpy(copy, text, size);
	return copy;
}

void tf_arena_free(struct tf_arena *arena)
{
	struct tf_arena_block *block;

	while ((block = SLIST_FIRST(&arena->blocks))) {
		SLIST_REMOVE_HEAD(&arena->blocks, next);
		free(block);
	}
}
