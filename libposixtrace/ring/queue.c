/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* The queue of chunk numbers; see queue.h for the cells. */
#include "ring/queue.h"

#include "ring/order.h"

static _Atomic uint64_t *cell_of(const struct pxt_cells *cells, uint32_t seq)
{
	return &cells->cell[seq & (cells->size - 1)];
}

/* The sequence number of the first cell in the wrap of `seq`. */
static uint32_t lap(const struct pxt_cells *cells, uint32_t seq)
{
	return seq & ~(cells->size - 1);
}

static uint64_t empty(const struct pxt_cells *cells, uint32_t seq)
{
	return (uint64_t)lap(cells, seq) << 32;
}

static uint64_t entry(const struct pxt_cells *cells, uint32_t seq,
		      uint32_t chunk)
{
	return empty(cells, seq) | (chunk + 1);
}

/* By how much is a cell's number ahead of the one that it has in this wrap? */
static int32_t ahead_of(const struct pxt_cells *cells, uint64_t word,
			uint32_t seq)
{
	return (int32_t)((uint32_t)(word >> 32) - lap(cells, seq));
}

/*
 * Entries come from other processes: a number that is out of range is no
 * entry.
 */
static bool entry_of(const struct pxt_cells *cells, uint64_t word,
		     uint32_t seq, uint32_t *chunk)
{
	uint32_t number = (uint32_t)word - 1;

	if (word >> 32 != lap(cells, seq) || (uint32_t)word == 0 ||
	    number >= cells->n_chunks)
		return false;
	*chunk = number;
	return true;
}

/* Relaxed: the counters are hints; the cells carry the order. */
static void help(_Atomic uint32_t *counter, uint32_t from)
{
	pxt_cas_relaxed(counter, &from, from + 1);
}

bool pxt_queue_put(struct pxt_queue *queue, const struct pxt_cells *cells,
		   uint32_t chunk)
{
	/* Bounded, so that corrupted counters cannot keep this loop running. */
	for (uint32_t tries = 0; tries < 4 * cells->size; tries++) {
		uint32_t seq = pxt_load_relaxed(&queue->tail);
		_Atomic uint64_t *cell = cell_of(cells, seq);
		uint64_t there = empty(cells, seq);

		if (pxt_order_hand_over(cell, &there,
					entry(cells, seq, chunk))) {
			help(&queue->tail, seq);
			return true;
		}
		/* Another entry of this sequence number, or one of a later
		 * wrap. */
		if (ahead_of(cells, there, seq) >= 0)
			help(&queue->tail, seq);
		else if (seq == pxt_load_relaxed(&queue->tail))
			return false;
	}
	return false;
}

bool pxt_queue_take(struct pxt_queue *queue, const struct pxt_cells *cells,
		    uint32_t *chunk)
{
	for (uint32_t tries = 0; tries < 4 * cells->size; tries++) {
		uint32_t seq = pxt_load_relaxed(&queue->head);
		_Atomic uint64_t *cell = cell_of(cells, seq);
		uint64_t there = pxt_order_look(cell);

		if (there == empty(cells, seq))
			return false;
		if (entry_of(cells, there, seq, chunk) &&
		    pxt_order_take_over(cell, &there,
					empty(cells, seq + cells->size))) {
			help(&queue->head, seq);
			return true;
		}
		if (ahead_of(cells, there, seq) > 0)
			help(&queue->head, seq);
	}
	return false;
}

bool pxt_queue_first(struct pxt_queue *queue, const struct pxt_cells *cells,
		     uint32_t *seq, uint32_t *chunk)
{
	for (uint32_t tries = 0; tries < 4 * cells->size; tries++) {
		uint32_t t = pxt_load_relaxed(&queue->head);
		uint64_t there = pxt_order_look(cell_of(cells, t));

		if (there == empty(cells, t))
			return false;
		if (entry_of(cells, there, t, chunk)) {
			*seq = t;
			return true;
		}
		if (ahead_of(cells, there, t) > 0)
			help(&queue->head, t);
	}
	return false;
}

/*
 * The tail first: a caller that is delayed in between sees fewer entries than
 * there are, never more, so it does not take a queue for full that is not.
 */
uint32_t pxt_queue_length(struct pxt_queue *queue)
{
	uint32_t tail = pxt_load_acquire(&queue->tail);
	int32_t length = (int32_t)(tail - pxt_load_relaxed(&queue->head));

	return length > 0 ? (uint32_t)length : 0;
}

bool pxt_queue_peek(struct pxt_queue *queue, const struct pxt_cells *cells,
		    uint32_t seq, uint32_t *chunk)
{
	(void)queue;
	return entry_of(cells, pxt_order_look(cell_of(cells, seq)), seq,
			chunk);
}

bool pxt_queue_has(struct pxt_queue *queue, const struct pxt_cells *cells,
		   uint32_t chunk)
{
	uint32_t seq = pxt_load_relaxed(&queue->head), there;

	/* From a head that may be behind; entries put meanwhile are not
	 * included. */
	for (uint32_t n = 0; n < cells->size; n++)
		if (pxt_queue_peek(queue, cells, seq + n, &there) &&
		    there == chunk)
			return true;
	return false;
}

bool pxt_queue_take_at(struct pxt_queue *queue,
		       const struct pxt_cells *cells, uint32_t seq)
{
	_Atomic uint64_t *cell = cell_of(cells, seq);
	uint64_t there = pxt_order_look(cell);
	uint32_t chunk;

	if (!entry_of(cells, there, seq, &chunk) ||
	    !pxt_order_take_over(cell, &there, empty(cells, seq + cells->size)))
		return false;
	help(&queue->head, seq);
	return true;
}
