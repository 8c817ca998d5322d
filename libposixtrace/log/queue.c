/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* The queue of blocks that a LOOP log has not overwritten. */
#include <errno.h>
#include <stdlib.h>

#include "log/state.h"

const struct pxt_live *pxt_live_at(const struct pxt_live_queue *queue,
				   size_t i)
{
	return &queue->blocks[(queue->first + i) & (queue->capacity - 1)];
}

int pxt_live_reserve(struct pxt_live_queue *queue, size_t n)
{
	size_t capacity = queue->capacity ? queue->capacity : 64;
	struct pxt_live *blocks;

	if (queue->n + n <= queue->capacity)
		return 0;
	while (capacity < queue->n + n)
		capacity *= 2;
	blocks = malloc(capacity * sizeof(*blocks));
	if (!blocks)
		return ENOMEM;
	for (size_t i = 0; i < queue->n; i++)
		blocks[i] = *pxt_live_at(queue, i);
	free(queue->blocks);
	queue->blocks = blocks;
	queue->capacity = capacity;
	queue->first = 0;
	return 0;
}

void pxt_live_push(struct pxt_live_queue *queue, struct pxt_live block)
{
	size_t at = (queue->first + queue->n) & (queue->capacity - 1);

	queue->blocks[at] = block;
	queue->n++;
}

void pxt_live_drop(struct pxt_live_queue *queue, size_t n)
{
	if (n == 0)
		return;
	queue->first = (queue->first + n) & (queue->capacity - 1);
	queue->n -= n;
}
