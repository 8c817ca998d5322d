/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * The newest events of a stream that ends; see window.h.
 *
 * Chunks that were flushed keep their bytes until they are leased again, and
 * they are leased again in the order they were flushed.  So the newest ones
 * are still there; merging as many of them as hold enough events gives the
 * window, as far back as no chunk that is left out has anything.
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

struct candidate {
	uint32_t chunk;
	uint32_t size;			/* bytes of records */
	struct pxt_chunk_header header;
};

struct pxt_window {
	struct pxt_event event[WINDOW];	/* a ring ... */
	unsigned char data[WINDOW][SHOWN];
	size_t n;			/* ... of so many so far */
};

static int newest_first(const void *a, const void *b)
{
	const struct candidate *x = a, *y = b;

	return x->header.last < y->header.last ? 1 :
	       x->header.last > y->header.last ? -1 : 0;
}

/* Chunks with records that have been read, that is, flushed. */
static size_t find_candidates(const struct pxt_view *view,
			      struct candidate *list)
{
	uint32_t fresh = pxt_load_relaxed(&view->segment->fresh);
	size_t n = 0;

	for (uint32_t i = 0; i < fresh && i < view->n_chunks; i++) {
		uint64_t state = pxt_load_relaxed(&view->states[i]);
		struct candidate *c = &list[n];

		memcpy(&c->header, pxt_chunk(view, i), sizeof(c->header));
		c->chunk = i;
		c->size = pxt_state_read(state);
		if (c->size != 0 &&
		    c->size <= view->chunk_size - PXT_CHUNK_HEADER_SIZE &&
		    (uint32_t)c->header.lease == pxt_state_lease(state) &&
		    pxt_chunk_header_is_valid(&c->header, view->chunk_size))
			n++;
	}
	return n;
}

static bool fetch(void *context, struct pxt_run *run)
{
	const struct pxt_view *view = context;

	memcpy(run->bytes, pxt_chunk(view, run->chunk),
	       PXT_CHUNK_HEADER_SIZE + run->size);
	return true;
}

/* An open chunk does not know its last time: its records do. */
static void find_last(const struct pxt_view *view, struct candidate *c)
{
	struct pxt_cursor cursor;
	struct pxt_event event;

	if (c->header.count)
		return;
	pxt_cursor_init(&cursor, &c->header, pxt_chunk(view, c->chunk) + 1,
			c->size);
	while (pxt_cursor_next(&cursor, &event)) {
		c->header.last = event.ticks;
		c->header.count++;
	}
}

/* Put the newest chunks into the merge; returns the time before which it is
 * not complete. */
static uint64_t choose(const struct pxt_view *view, struct candidate *list,
		       size_t n, struct pxt_merge *merge)
{
	uint64_t events = 0, from = 0;

	for (size_t i = 0; i < n; i++)
		find_last(view, &list[i]);
	qsort(list, n, sizeof(*list), newest_first);
	for (size_t i = 0; i < n; i++) {
		if (events >= PXT_WINDOW_ENOUGH) {
			from = list[i].header.last;
			break;
		}
		events += list[i].header.count;
		pxt_merge_add(merge, &(struct pxt_run){
			.first = list[i].header.base,
			.base = list[i].header.base,
			.size = list[i].size,
			.chunk = list[i].chunk,
		});
	}
	return from;
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

static void fill(struct pxt_window *window, const struct pxt_view *view,
		 struct candidate *list)
{
	struct pxt_merge_source from = {
		.fetch = fetch,
		.context = (void *)view,
		.chunk_size = view->chunk_size,
	};
	struct pxt_merge merge;
	struct pxt_event event;
	uint64_t complete;

	pxt_merge_init(&merge, &from);
	complete = choose(view, list, find_candidates(view, list), &merge);
	while (pxt_merge_next(&merge, UINT64_MAX, &event) == 0)
		if (event.ticks > complete && event.id != POSIX_TRACE_OVERFLOW)
			pxt_window_keep(window, &event);
	pxt_merge_fini(&merge);
}

int pxt_window_complete(struct pxt_log *log, struct pxt_stream *stream,
			const struct pxt_log_status *status)
{
	const struct pxt_view *view = &stream->slot.view;
	const struct pxt_segment *segment = view->segment;
	struct candidate *list = calloc(view->n_chunks, sizeof(*list));
	struct pxt_window *window = pxt_window_create();
	struct pxt_timeline line;
	int err;

	/* Without memory the log is completed all the same. */
	if (list && window &&
	    pxt_timeline_init(&line, segment->anchor,
			      segment->anchor_real_ns) == 0) {
		pxt_timeline_add(&line, pxt_clock_anchor(view->clock));
		fill(window, view, list);
		err = pxt_window_write(window, log, &line, status);
		pxt_timeline_fini(&line);
	} else {
		err = pxt_log_complete(log, status, NULL, NULL, 0);
	}
	free(list);
	pxt_window_destroy(window);
	return err;
}
