/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * The newest events of a stream that ends; see window.h.
 *
 * Chunks that were flushed keep their bytes until they are leased again, and
 * they are leased again in the order they were flushed.  So the newest ones
 * are still there; merging as many of them as hold enough events gives the
 * window, as far back as nothing that is left out has anything.  What was
 * flushed but not taken by the log (it was full), or cleared since, is none
 * of the pieces.
 */
#include "stream/window.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "ring/chunk.h"
#include "ring/collect.h"
#include "stream/merge.h"

enum {
	WINDOW = PXT_TXTB_ENTRIES,
	SHOWN = 12,			/* bytes of data an entry has room for */
};

struct pxt_window {
	struct pxt_event event[WINDOW];	/* a ring ... */
	unsigned char data[WINDOW][SHOWN];
	size_t n;			/* ... of so many so far */
};

static int newest_first(const void *a, const void *b)
{
	const struct pxt_recent_piece *x = a, *y = b;

	return x->last < y->last ? 1 : x->last > y->last ? -1 : 0;
}

void pxt_recent_add(struct pxt_recent *recent,
		    const struct pxt_recent_piece *piece)
{
	struct pxt_recent_piece *place =
		&recent->pieces[recent->n % PXT_RECENT];

	if (recent->n++ >= PXT_RECENT && place->last > recent->dropped)
		recent->dropped = place->last;
	*place = *piece;
}

struct fetching {
	const struct pxt_view *view;
	const struct pxt_recent *recent;
};

static bool fetch(void *context, struct pxt_run *run)
{
	const struct fetching *fetching = context;
	const unsigned char *chunk = fetching->recent->end;

	if (!run->block)
		chunk = (void *)pxt_chunk(fetching->view, run->chunk);
	memcpy(run->bytes, chunk, PXT_CHUNK_HEADER_SIZE);
	memcpy(run->bytes + PXT_CHUNK_HEADER_SIZE,
	       chunk + PXT_CHUNK_HEADER_SIZE + run->from, run->size);
	return true;
}

/* Are the bytes still those that were flushed? */
static bool is_there(const struct pxt_view *view,
		     const struct pxt_recent_piece *piece)
{
	struct pxt_chunk_header header;
	uint64_t state;

	if (piece->chunk >= view->n_chunks ||
	    piece->from > view->chunk_size - PXT_CHUNK_HEADER_SIZE ||
	    piece->size > view->chunk_size - PXT_CHUNK_HEADER_SIZE -
			  piece->from)
		return false;
	state = pxt_load_relaxed(&view->states[piece->chunk]);
	memcpy(&header, pxt_chunk(view, piece->chunk), sizeof(header));
	return header.lease == piece->lease &&
	       (uint32_t)piece->lease == pxt_state_lease(state) &&
	       pxt_chunk_header_is_valid(&header, view->chunk_size);
}

/* Put the newest pieces into the merge; returns the time before which it is
 * not complete. */
static uint64_t choose(const struct fetching *fetching,
		       struct pxt_recent_piece *list, size_t n,
		       struct pxt_merge *merge)
{
	uint64_t events = 0, complete = fetching->recent->dropped;

	qsort(list, n, sizeof(*list), newest_first);
	for (size_t i = 0; i < n; i++) {
		if (events >= PXT_WINDOW_ENOUGH || !is_there(fetching->view, &list[i])) {
			if (list[i].last > complete)
				complete = list[i].last;
			continue;
		}
		events += list[i].count;
		pxt_merge_add(merge, &(struct pxt_run){
			.first = list[i].first,
			.base = list[i].first,
			.from = list[i].from,
			.size = list[i].size,
			.chunk = list[i].chunk,
		});
	}
	return complete;
}

static void add_end(const struct pxt_recent *recent, struct pxt_merge *merge)
{
	const struct pxt_chunk_header *end = (const void *)recent->end;

	if (recent->has_end)
		pxt_merge_add(merge, &(struct pxt_run){
			.first = end->base,
			.base = UINT64_MAX,
			.size = end->used,
			.block = end,
		});
}

struct pxt_window *pxt_window_create(void)
{
	return calloc(1, sizeof(struct pxt_window));
}

void pxt_window_destroy(struct pxt_window *window)
{
	free(window);
}

void pxt_window_keep(struct pxt_window *window, const struct pxt_event *event)
{
	size_t at = window->n++ % WINDOW;
	size_t len = event->len < SHOWN ? event->len : SHOWN;

	window->event[at] = *event;
	if (len)
		memcpy(window->data[at], event->data, len);
	window->event[at].data = window->data[at];
}

int pxt_window_write(const struct pxt_window *window, struct pxt_log *log,
			struct pxt_timeline *line,
			const struct pxt_log_status *status)
{
	size_t n = window->n < WINDOW ? window->n : WINDOW;
	struct pxt_event *events = calloc(n + 1, sizeof(*events));
	int64_t *times = calloc(n + 1, sizeof(*times));
	int err;

	if (!events || !times)
		n = 0;
	for (size_t i = 0; i < n; i++) {
		events[i] = window->event[(window->n - n + i) % WINDOW];
		times[i] = pxt_timeline_real(line, events[i].ticks);
	}
	err = pxt_log_complete(log, status, events, times, n);
	free(events);
	free(times);
	return err;
}

static void fill(struct pxt_window *window, const struct pxt_log *log,
		 const struct pxt_view *view, const struct pxt_recent *recent,
		 struct pxt_recent_piece *list)
{
	struct fetching fetching = { view, recent };
	struct pxt_merge_source from = {
		.fetch = fetch,
		.context = &fetching,
		.chunk_size = view->chunk_size,
	};
	size_t n = recent->n < PXT_RECENT ? recent->n : PXT_RECENT;
	uint64_t complete, overwritten = pxt_log_horizon(log);
	struct pxt_merge merge;
	const struct pxt_event *event;

	memcpy(list, recent->pieces, n * sizeof(*list));
	pxt_merge_init(&merge, &from);
	complete = choose(&fetching, list, n, &merge);
	add_end(recent, &merge);
	if (complete < overwritten)
		complete = overwritten;
	while (pxt_merge_next(&merge, UINT64_MAX, &event) == 0)
		if (event->ticks > complete &&
		    event->id != POSIX_TRACE_OVERFLOW)
			pxt_window_keep(window, event);
	pxt_merge_fini(&merge);
}

int pxt_window_complete(struct pxt_log *log, struct pxt_stream *stream,
			const struct pxt_recent *recent,
			const struct pxt_log_status *status)
{
	const struct pxt_view *view = &stream->slot.view;
	struct pxt_recent_piece *list = malloc(sizeof(recent->pieces));
	struct pxt_window *window = pxt_window_create();
	struct pxt_timeline line;
	int err;

	/* Without memory the log is completed all the same. */
	if (list && window &&
	    pxt_timeline_init(&line, view->anchor,
			      view->anchor_real_ns) == 0) {
		pxt_timeline_add(&line, pxt_clock_anchor(view->clock));
		fill(window, log, view, recent, list);
		err = pxt_window_write(window, log, &line, status);
		pxt_timeline_fini(&line);
	} else {
		err = pxt_log_complete(log, status, NULL, NULL, 0);
	}
	free(list);
	pxt_window_destroy(window);
	return err;
}
