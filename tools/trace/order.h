/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* Finds which of several logs has the next event: a heap of the times of their
 * next events. */
#ifndef POSIXTRACE_TOOLS_TRACE_ORDER_H
#define POSIXTRACE_TOOLS_TRACE_ORDER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct order_entry {
	int64_t ns;
	size_t log;
};

/* heap[0] is the first; of equal times, the lowest number. */
struct order {
	struct order_entry *heap;
	size_t n;
};

/* Make room for `most` logs; the heap is empty.  False: no memory. */
bool order_init(struct order *order, size_t most);
void order_fini(struct order *order);

/* Add a log whose next event is at `ns`. */
void order_add(struct order *order, size_t log, int64_t ns);

/* The first log's next event is at `ns`; or it has no more. */
void order_advance(struct order *order, int64_t ns);
void order_drop(struct order *order);

#endif
