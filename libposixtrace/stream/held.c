/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* Pieces of open chunks that are written last; see held.h. */
#include "stream/held.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <trace.h>

int pxt_held_init(struct pxt_held *held, const struct pxt_view *view)
{
	*held = (struct pxt_held){
		.view = view,
		.piece = calloc(view->n_lanes, sizeof(*held->piece)),
	};
	return held->piece ? 0 : ENOMEM;
}

void pxt_held_fini(struct pxt_held *held)
{
	free(held->piece);
}

/* The unread records of an open chunk.  False: none, or they are gone. */
static bool acquire(struct pxt_held *held, struct pxt_piece *piece)
{
	if (!pxt_piece_acquire(held->view, piece))
		return false;
	piece->header.last = pxt_piece_last(held->view, piece);
	held->n++;
	return true;
}

struct pxt_piece *pxt_held_acquire(struct pxt_held *held, uint32_t lane)
{
	struct pxt_piece *piece = &held->piece[held->n];

	return pxt_collect_open(held->view, lane, piece) &&
	       acquire(held, piece) ? piece : NULL;
}

void pxt_held_acquire_all(struct pxt_held *held)
{
	uint32_t lanes = pxt_collect_lanes(held->view), open = 0;

	for (uint32_t i = 0; i < lanes; i++) {
		struct pxt_piece *piece = &held->piece[held->n];

		if (!pxt_collect_open(held->view, i, piece))
			continue;
		open += piece->to != 0;
		acquire(held, piece);
	}
	pxt_collect_begin(held->view, open);
}

static int by_lane(const void *a, const void *b)
{
	const struct pxt_piece *x = a, *y = b;

	return x->header.lane - y->header.lane;
}

bool pxt_held_take(struct pxt_held *held, const struct pxt_piece *full)
{
	struct pxt_piece *piece = bsearch(full, held->piece, held->n,
					  sizeof(*piece), by_lane);

	if (!piece || piece->chunk != full->chunk ||
	    piece->lease != full->lease)
		return false;
	held->n--;
	memmove(piece, piece + 1,
		(size_t)(&held->piece[held->n] - piece) * sizeof(*piece));
	return true;
}

static int by_end(const void *a, const void *b)
{
	const struct pxt_piece *x = a, *y = b;

	return x->header.last < y->header.last ? -1 :
	       x->header.last > y->header.last;
}

void pxt_held_sort(struct pxt_held *held)
{
	qsort(held->piece, held->n, sizeof(*held->piece), by_end);
}

uint64_t pxt_piece_last(const struct pxt_view *view,
			const struct pxt_piece *piece)
{
	const unsigned char *records = (void *)(pxt_chunk(view, piece->chunk) + 1);
	struct pxt_event event = { .ticks = piece->header.base };
	struct pxt_cursor cursor;

	pxt_cursor_init_ring(&cursor, &piece->header, records, piece->from,
			     piece->to);
	while (pxt_cursor_next(&cursor, &event))
		;
	return event.ticks;
}

void pxt_piece_spare_stop(const struct pxt_view *view, struct pxt_piece *piece)
{
	const unsigned char *records = (void *)(pxt_chunk(view, piece->chunk) + 1);
	const unsigned char *stop = NULL, *before;
	struct pxt_event event = { .ticks = piece->header.base };
	struct pxt_cursor cursor;

	records += piece->from;
	pxt_cursor_init(&cursor, &piece->header, records,
			piece->to - piece->from);
	piece->header.last = event.ticks;
	while (before = cursor.pos, pxt_cursor_next(&cursor, &event)) {
		if (event.id == POSIX_TRACE_STOP)
			stop = before;
		else if (event.id == POSIX_TRACE_START)
			stop = NULL;
		if (!stop)
			piece->header.last = event.ticks;
	}
	if (stop)
		piece->to = piece->from + (uint32_t)(stop - records);
}
