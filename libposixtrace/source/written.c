/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* What the log has of a segment; see written.h. */
#include "source/written.h"

#include <errno.h>
#include <stdlib.h>

#include "ring/chunk.h"

struct pxt_written_lane {
	uint64_t first;			/* ticks: nothing in memory is older */
	uint64_t last;			/* ticks of the newest in the log ... */
	uint64_t unplaced;		/* ... and in a block without a place */
};

/* Does a chunk have a header?  Reading one that was never written would allocate
 * its page. */
static bool has_header(const struct pxt_view *view, uint32_t chunk)
{
	const uint64_t state = pxt_load_relaxed(&view->states[chunk]);

	return !(state & PXT_CHUNK_FREE) &&
	       (state != 0 || chunk < pxt_load_relaxed(&view->segment->fresh));
}

/* The oldest time in the chunks of each lane. */
static void find_first(struct pxt_written *written)
{
	const struct pxt_view *view = written->view;
	struct pxt_chunk_header header;

	for (uint32_t i = 0; i < view->n_lanes; i++)
		written->lanes[i].first = UINT64_MAX;
	for (uint32_t i = 0; i < view->n_chunks; i++) {
		if (!has_header(view, i))
			continue;
		pxt_chunk_snapshot(view, i, &header);
		if (header.lane < view->n_lanes &&
		    header.base < written->lanes[header.lane].first)
			written->lanes[header.lane].first = header.base;
	}
}

/* The file may say anything: only a place of a chunk under the lease that it
 * has now counts. */
static void note_place(struct pxt_written *written,
		       const struct pxt_log_block *block, uint64_t place)
{
	const uint32_t chunk = pxt_place_chunk(place);
	struct pxt_chunk_header header;
	uint64_t *newest;

	if (chunk >= written->view->n_chunks)
		return;
	newest = &written->places[chunk];
	pxt_chunk_snapshot(written->view, chunk, &header);
	if (pxt_place_is_of(place, header.lease) &&
	    header.lane == block->lane && header.base <= block->base &&
	    pxt_place_end(place) > pxt_place_end(*newest))
		*newest = place;
}

static void note_block(struct pxt_written *written,
		       const struct pxt_log_reader *log,
		       const struct pxt_log_block *block)
{
	struct pxt_written_lane *lane = &written->lanes[block->lane];
	uint64_t place;

	if (block->last > lane->last)
		lane->last = block->last;
	/* Nothing of it is in memory. */
	if (block->last < lane->first)
		return;
	place = pxt_log_get_place(log, block);
	if (place)
		note_place(written, block, place);
	else if (block->last > lane->unplaced)
		lane->unplaced = block->last;
}

/* A gap or the end of a log is placed by its time, and is of no chunk. */
static bool is_alone(const struct pxt_log_block *block)
{
	return block->kind == PXT_KIND_CONTROL && block->tid != -1;
}

int pxt_written_init(struct pxt_written *written, const struct pxt_view *view,
		     const struct pxt_log_reader *log)
{
	const struct pxt_log_block *torn = pxt_log_get_torn(log);
	size_t n;
	const struct pxt_log_block *block = pxt_log_get_blocks(log, &n);

	*written = (struct pxt_written){
		.view = view,
		.lanes = calloc(view->n_lanes, sizeof(*written->lanes)),
		.places = calloc(view->n_chunks, sizeof(*written->places)),
		.horizon = pxt_log_get_summary(log)->horizon,
	};
	if (!written->lanes || !written->places) {
		pxt_written_fini(written);
		return ENOMEM;
	}
	find_first(written);
	for (size_t i = 0; i < n; i++)
		if (&block[i] != torn && block[i].lane < view->n_lanes &&
		    !is_alone(&block[i]))
			note_block(written, log, &block[i]);
	return 0;
}

void pxt_written_fini(struct pxt_written *written)
{
	free(written->lanes);
	free(written->places);
}

uint32_t pxt_written_end(const struct pxt_written *written,
			 const struct pxt_piece *piece, bool in_order,
			 uint64_t *last)
{
	const uint64_t place = written->places[piece->chunk];
	const struct pxt_written_lane *lane;
	uint32_t end;

	*last = 0;
	if (place && pxt_place_is_of(place, piece->lease)) {
		end = pxt_place_end(place);
		end = end < piece->to ? end : piece->to;
		return end > piece->from ? end : piece->from;
	}
	if (piece->header.lane >= written->view->n_lanes)
		return piece->from;
	lane = &written->lanes[piece->header.lane];
	if (in_order)
		*last = lane->last < written->horizon ? lane->last :
			written->horizon;
	if (*last < lane->unplaced)
		*last = lane->unplaced;
	return piece->from;
}
