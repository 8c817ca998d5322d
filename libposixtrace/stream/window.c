/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * The newest events of a stream that ends; see window.h.
 *
 * Chunks that were flushed keep their bytes until they are leased again, in
 * the order in which they were flushed.  So the newest ones are usually still
 * there.  The window is made by merging as many of them as hold enough
 * events.  It reaches back to the time from which on nothing is left out.
 * Chunks that were flushed but not accepted by the log (it was full), or
 * cleared since, are not among the pieces.
 *
 * If the segment has too few of them, because it is small or was written to
 * after the log was full, the newest blocks are read back from the file.  If
 * the file can only be written, the window has what the segment has.
 */
#include "stream/window.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "log/reader.h"
#include "ring/chunk.h"
#include "ring/collect.h"
#include "source/merge.h"

/* A part that has events: which, up to when, and how many. */
struct part {
	uint64_t last;			/* ticks */
	uint32_t count;
	size_t at;
};

/* All parts, and how one becomes a run of the merge. */
struct parts {
	struct part *list;
	size_t n;
	uint64_t complete;		/* events up to here may be missing */
	struct pxt_merge_source source;
	void (*run)(const struct parts *parts, size_t at, struct pxt_run *run);
	const void *context;
	bool failed;			/* one could not be read */
};

static int newest_first(const void *a, const void *b)
{
	const struct part *x = a, *y = b;

	return x->last < y->last ? 1 : x->last > y->last ? -1 : 0;
}

/*
 * Add the newest of the parts, `enough` events or all.  *complete becomes the
 * time before which something is left out.  False: nothing is.
 */
static bool add_parts(const struct parts *parts, struct pxt_merge *merge,
		      uint64_t enough, uint64_t *complete)
{
	uint64_t events = 0;

	*complete = parts->complete;
	for (size_t i = 0; i < parts->n; i++) {
		const struct part *part = &parts->list[i];
		struct pxt_run run = { .size = 0 };

		if (part->last <= *complete)
			break;
		if (events >= enough) {
			*complete = part->last;
			return true;
		}
		events += part->count;
		parts->run(parts, part->at, &run);
		pxt_merge_add(merge, &run);
	}
	return false;
}

/*
 * Fill the window.  With many threads the newest parts may all reach far back,
 * and the next ones almost to the end: then more of them are merged.
 */
static void gather(struct pxt_window *window, struct parts *parts)
{
	uint64_t enough = PXT_WINDOW_ENOUGH, complete;
	const struct pxt_event *event;
	struct pxt_merge merge;
	bool left;

	qsort(parts->list, parts->n, sizeof(*parts->list), newest_first);
	do {
		window->n = 0;
		pxt_merge_init(&merge, &parts->source);
		left = add_parts(parts, &merge, enough, &complete);
		while (pxt_merge_next(&merge, UINT64_MAX, &event) == 0)
			if (event->ticks > complete &&
			    event->id != POSIX_TRACE_OVERFLOW)
				pxt_window_keep(window, event);
		pxt_merge_fini(&merge);
		enough *= 4;
	} while (left && window->n < PXT_TXTB_ENTRIES);
}

static void add_recent(struct pxt_recent *recent,
		       const struct pxt_recent_piece *piece)
{
	struct pxt_recent_piece *place =
		&recent->pieces[recent->n % PXT_RECENT];

	if (recent->n++ >= PXT_RECENT && place->last > recent->dropped)
		recent->dropped = place->last;
	*place = *piece;
}

void pxt_recent_note(struct pxt_recent *recent, const struct pxt_view *view,
		     const struct pxt_log_chunk *chunk)
{
	size_t at = (size_t)((const unsigned char *)chunk->records -
			     view->chunks);
	uint32_t index = (uint32_t)(at / view->chunk_size);
	struct pxt_recent_piece written = {
		.chunk = index,
		.from = (uint32_t)(at % view->chunk_size) -
			PXT_CHUNK_HEADER_SIZE,
		.size = (uint32_t)chunk->taken,
		.count = chunk->header->count,
		/* The one in the block's header is a place. */
		.lease = pxt_chunk(view, index)->lease,
		.thread = chunk->header->thread,
		.pid = chunk->header->pid,
		.tid = chunk->header->tid,
		.first = chunk->header->base,
		.last = chunk->header->last,
	};

	if (written.size)
		add_recent(recent, &written);
}

/* ---- From the segment ---- */

struct segment_parts {
	const struct pxt_view *view;
	const struct pxt_recent *recent;
};

static bool fetch_end(const struct pxt_recent *recent, struct pxt_run *run)
{
	memcpy(run->bytes, recent->end, PXT_CHUNK_HEADER_SIZE);
	memcpy(run->bytes + PXT_CHUNK_HEADER_SIZE,
	       recent->end + PXT_CHUNK_HEADER_SIZE, run->size);
	return true;
}

static bool fetch_chunk(void *context, struct pxt_run *run)
{
	const struct segment_parts *segment = context;
	const struct pxt_recent_piece *piece;
	struct pxt_chunk_header *header = (void *)run->bytes;

	if (run->block)
		return fetch_end(segment->recent, run);
	piece = &segment->recent->pieces[run->lease];
	pxt_chunk_snapshot(segment->view, piece->chunk, header);
	header->thread = piece->thread;
	header->pid = piece->pid;
	header->tid = piece->tid;
	memcpy(run->bytes + PXT_CHUNK_HEADER_SIZE,
	       (unsigned char *)(pxt_chunk(segment->view, piece->chunk) + 1) +
	       piece->from, piece->size);
	return true;
}

/* Are the bytes still those that were flushed? */
static bool is_unchanged(const struct pxt_view *view,
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
	pxt_chunk_snapshot(view, piece->chunk, &header);
	return header.lease == piece->lease &&
	       (uint32_t)piece->lease == pxt_state_lease(state) &&
	       pxt_chunk_header_is_valid(&header, view->chunk_size);
}

/* The end of the log comes after the pieces. */
static void segment_run(const struct parts *parts, size_t at,
			struct pxt_run *run)
{
	const struct segment_parts *segment = parts->context;
	const struct pxt_recent *recent = segment->recent;
	const struct pxt_chunk_header *end = (const void *)recent->end;

	if (at == PXT_RECENT) {
		run->first = end->base;
		run->base = UINT64_MAX;
		run->size = end->used;
		run->block = end;
		return;
	}
	run->first = recent->pieces[at].first;
	/* Events of one tick are in the order of their blocks, as for a reader
	 * of the log. */
	run->base = recent->n - 1 - (recent->n - 1 - at) % PXT_RECENT;
	run->from = recent->pieces[at].from;
	run->size = recent->pieces[at].size;
	run->lease = (uint32_t)at;
}

/* Returns whether everything is there that is not overwritten in the log. */
static bool fill_from_segment(struct pxt_window *window,
			      const struct pxt_log *log,
			      const struct pxt_view *view,
			      const struct pxt_recent *recent,
			      struct part *list)
{
	struct segment_parts segment = { view, recent };
	const struct pxt_chunk_header *end = (const void *)recent->end;
	uint64_t overwritten = pxt_log_horizon(log);
	size_t n = recent->n < PXT_RECENT ? recent->n : PXT_RECENT;
	struct parts parts = {
		.list = list,
		.complete = recent->dropped,
		.source = {
			.fetch = fetch_chunk,
			.context = &segment,
			.chunk_size = view->chunk_size,
		},
		.run = segment_run,
		.context = &segment,
	};

	for (size_t i = 0; i < n; i++) {
		const struct pxt_recent_piece *piece = &recent->pieces[i];

		if (is_unchanged(view, piece))
			list[parts.n++] = (struct part){
				piece->last, piece->count, i };
		else if (piece->last > parts.complete)
			parts.complete = piece->last;
	}
	if (recent->has_end)
		list[parts.n++] = (struct part){ end->last, 1, PXT_RECENT };
	if (parts.complete > overwritten) {
		gather(window, &parts);
		return window->n >= PXT_TXTB_ENTRIES;
	}
	parts.complete = overwritten;
	gather(window, &parts);
	return true;
}

/* ---- From the file ---- */

struct file_parts {
	struct parts *parts;
	const struct pxt_log_reader *reader;
	const struct pxt_log_block *blocks;
};

static bool fetch_block(void *context, struct pxt_run *run)
{
	struct file_parts *file = context;
	struct pxt_chunk_header header;

	if (pxt_log_load(file->reader, run->block, run->bytes) != 0) {
		file->parts->failed = true;
		return false;
	}
	/* The uncompressed size, which the block in the file may not
	 * contain. */
	memcpy(&header, run->bytes, sizeof(header));
	run->size = header.used;
	return true;
}

static void file_run(const struct parts *parts, size_t at, struct pxt_run *run)
{
	const struct file_parts *file = parts->context;
	const struct pxt_log_block *block = &file->blocks[at];

	run->first = block->base;
	run->base = block->serial;
	run->size = pxt_log_records_most(file->reader, block);
	run->block = block;
}

bool pxt_window_read(struct pxt_window *window,
		     const struct pxt_log_reader *reader,
		     const struct pxt_log_block *blocks, size_t n,
		     uint64_t complete)
{
	struct parts parts = { .n = n, .complete = complete };
	struct file_parts file = { &parts, reader, blocks };

	parts.list = calloc(n + 1, sizeof(*parts.list));
	if (!parts.list)
		return false;
	for (size_t i = 0; i < n; i++)
		parts.list[i] = (struct part){
			blocks[i].last, blocks[i].count, i };
	parts.source = (struct pxt_merge_source){
		.fetch = fetch_block,
		.context = &file,
		.chunk_size = pxt_log_get_head(reader)->chunk_size,
	};
	parts.run = file_run;
	parts.context = &file;
	gather(window, &parts);
	free(parts.list);
	return !parts.failed;
}

/* What was written last.  False: some of it cannot be read. */
static bool fill_from_file(struct pxt_window *window,
			   const struct pxt_log *log)
{
	struct pxt_log_reader *reader;
	struct pxt_log_block *blocks;
	uint64_t complete;
	size_t n;
	bool is_read;

	if (pxt_log_read_back(log, &reader, &blocks, &n, &complete) != 0)
		return false;
	if (complete < pxt_log_horizon(log))
		complete = pxt_log_horizon(log);
	is_read = pxt_window_read(window, reader, blocks, n, complete);
	free(blocks);
	pxt_log_close(reader);
	return is_read;
}

/* ---- The window ---- */

static int64_t real_time(void *context, uint64_t ticks)
{
	return pxt_timeline_real(context, ticks);
}

int pxt_window_write(const struct pxt_window *window, struct pxt_log *log,
		     struct pxt_timeline *line,
		     const struct pxt_log_status *status)
{
	return pxt_window_complete(window, log, status, real_time, line);
}

/* Takes ownership of the window, and returns the one that has more. */
static struct pxt_window *fill(struct pxt_window *window,
			       const struct pxt_log *log,
			       const struct pxt_view *view,
			       const struct pxt_recent *recent,
			       struct part *list)
{
	struct pxt_window *again;

	if (fill_from_segment(window, log, view, recent, list))
		return window;
	again = calloc(1, sizeof(*again));
	if (again && fill_from_file(again, log) && again->n > window->n) {
		free(window);
		return again;
	}
	free(again);
	return window;
}

void pxt_recent_forget(struct pxt_recent *recent)
{
	recent->n = 0;
	recent->dropped = UINT64_MAX;
	recent->has_end = false;
}

int pxt_recent_complete(const struct pxt_recent *recent, struct pxt_log *log,
			struct pxt_stream *stream,
			const struct pxt_log_status *status)
{
	const struct pxt_view *view = &stream->slot.view;
	struct part *list = calloc(PXT_RECENT + 1, sizeof(*list));
	struct pxt_window *window = calloc(1, sizeof(*window));
	struct pxt_timeline line;
	int err;

	/* Without memory the log is completed nevertheless. */
	if (list && window &&
	    pxt_timeline_init(&line, view->anchor,
			      view->anchor_real_ns) == 0) {
		pxt_timeline_add(&line, pxt_segment_anchor(view));
		window = fill(window, log, view, recent, list);
		err = pxt_window_write(window, log, &line, status);
		pxt_timeline_fini(&line);
	} else {
		err = pxt_log_complete(log, status, NULL, NULL, 0);
	}
	free(list);
	free(window);
	return err;
}
