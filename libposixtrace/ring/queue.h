/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * A queue of chunk numbers in shared memory: any number of processes put and
 * take, and each of them may be killed at any instruction without making the
 * others wait or losing an entry half way.
 *
 * A cell holds a whole entry and its sequence number in one word, so one
 * compare-and-swap puts or takes.  The counters only say where to look; a
 * process that finds them behind advances them.
 *
 *   head   sequence number of the oldest entry, at most that (raised by anyone)
 *   tail   sequence number of the next entry, at most that   (raised by anyone)
 *   cell[seq % size] for a sequence number t that falls on it, in a lap that
 *   began with sequence number l = t - t % size
 *          l << 32              empty, waiting for sequence number t
 *          l << 32 | chunk + 1  holds the entry of sequence number t
 *
 *   head <= tail <= head + size     (each may be seen a little late)
 *
 * So zeroed memory is an empty queue, and costs nothing before it is used.
 * Sequence numbers are 32 bits and wrap; a queue has far fewer cells than
 * that.
 */
#ifndef PXT_RING_QUEUE_H
#define PXT_RING_QUEUE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/atomic.h"

struct pxt_queue {
	pxt_cacheline _Atomic uint32_t head;
	pxt_cacheline _Atomic uint32_t tail;
};

/* The cells of a queue as mapped in one process. */
struct pxt_cells {
	_Atomic uint64_t *cell;
	uint32_t size;			/* a power of two */
	uint32_t n_chunks;		/* entries are below this */
};

/* False: the queue is full, which only happens in corrupted memory. */
bool pxt_queue_put(struct pxt_queue *queue, const struct pxt_cells *cells,
		   uint32_t chunk);

/* Take the oldest entry.  False: there is none. */
bool pxt_queue_take(struct pxt_queue *queue, const struct pxt_cells *cells,
		    uint32_t *chunk);

/* Look at the oldest entry.  False: there is none. */
bool pxt_queue_first(struct pxt_queue *queue, const struct pxt_cells *cells,
		     uint32_t *seq, uint32_t *chunk);

/* Number of entries; an estimate while others put and take. */
uint32_t pxt_queue_length(struct pxt_queue *queue);

/*
 * Read the entry of a sequence number without taking it.  False: it is not
 * there.
 */
bool pxt_queue_peek(struct pxt_queue *queue, const struct pxt_cells *cells,
		    uint32_t seq, uint32_t *chunk);

/* Is there an entry for this chunk? */
bool pxt_queue_has(struct pxt_queue *queue, const struct pxt_cells *cells,
		   uint32_t chunk);

/* Take the entry with exactly this sequence number, if it is there. */
bool pxt_queue_take_at(struct pxt_queue *queue,
		       const struct pxt_cells *cells, uint32_t seq);

#endif
