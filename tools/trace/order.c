/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* The heap of logs; see order.h. */
#include "trace/order.h"

#include <stdlib.h>

bool order_init(struct order *order, size_t most)
{
	*order = (struct order){ .heap = calloc(most, sizeof(*order->heap)) };
	return order->heap;
}

void order_fini(struct order *order)
{
	free(order->heap);
}

static bool is_before(const struct order_entry *a, const struct order_entry *b)
{
	return a->ns < b->ns || (a->ns == b->ns && a->log < b->log);
}

/* Restore the heap after a change of its first entry.  If the next event is of
 * the same log, this takes two comparisons. */
static void sift_down(struct order *order)
{
	struct order_entry *heap = order->heap;
	const struct order_entry moved = heap[0];
	size_t at = 0, child;

	while ((child = 2 * at + 1) < order->n) {
		if (child + 1 < order->n &&
		    is_before(&heap[child + 1], &heap[child]))
			child++;
		if (!is_before(&heap[child], &moved))
			break;
		heap[at] = heap[child];
		at = child;
	}
	heap[at] = moved;
}

void order_add(struct order *order, size_t log, int64_t ns)
{
	const struct order_entry added = { ns, log };
	struct order_entry *heap = order->heap;
	size_t at = order->n++, parent;

	for (; at > 0; at = parent) {
		parent = (at - 1) / 2;
		if (!is_before(&added, &heap[parent]))
			break;
		heap[at] = heap[parent];
	}
	heap[at] = added;
}

void order_advance(struct order *order, int64_t ns)
{
	order->heap[0].ns = ns;
	sift_down(order);
}

void order_drop(struct order *order)
{
	order->heap[0] = order->heap[--order->n];
	if (order->n > 0)
		sift_down(order);
}
