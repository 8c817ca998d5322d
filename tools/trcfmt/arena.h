/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * Memory for one load: many small pieces that are freed together.
 */
#ifndef POSIXTRACE_TRCFMT_ARENA_H
#define POSIXTRACE_TRCFMT_ARENA_H

#include <bsd/sys/queue.h>
#include <stddef.h>

struct tf_arena {
	SLIST_HEAD(, tf_arena_block) blocks;	/* the newest first */
};

/* Zeroed, aligned for any type; NULL when there is no memory. */
void *tf_arena_get(struct tf_arena *arena, size_t size);

/* A copy with a NUL after it. */
char *tf_arena_string(struct tf_arena *arena, const char *text, size_t size);

void tf_arena_free(struct tf_arena *arena);

#endif
