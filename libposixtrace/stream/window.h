/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* The newest events of a stream that ends, for the window of its log. */
#ifndef PXT_STREAM_WINDOW_H
#define PXT_STREAM_WINDOW_H

#include "log/window.h"
#include "model/timeline.h"
#include "source/single.h"
#include "stream/stream.h"

/*
 * Number of events examined at first for the newest ones that a window shows.
 */
enum { PXT_WINDOW_ENOUGH = 4 * PXT_TXTB_ENTRIES };

/* Complete the log with `status` and what the window has kept. */
int pxt_window_write(const struct pxt_window *window, struct pxt_log *log,
		     struct pxt_timeline *line,
		     const struct pxt_log_status *status);

/*
 * Fill it with the newest events of these blocks, after `complete` (ticks).
 * False: one of them could not be read, or no memory.
 */
struct pxt_log_reader;
struct pxt_log_block;
bool pxt_window_read(struct pxt_window *window,
		     const struct pxt_log_reader *reader,
		     const struct pxt_log_block *blocks, size_t n,
		     uint64_t complete);

enum { PXT_RECENT = 256 };

/* Records that the log has, and where in the segment they were. */
struct pxt_recent_piece {
	uint32_t chunk;
	uint32_t from;			/* bytes after the header ... */
	uint32_t size;			/* ... and from there on */
	uint32_t count;
	uint64_t lease;
	uint64_t thread;		/* the writer ... */
	int32_t pid, tid;		/* ... of these records */
	uint64_t first;			/* ticks; not after the first record */
	uint64_t last;
};

/* The pieces of chunks that were written last, and the end of the log. */
struct pxt_recent {
	struct pxt_recent_piece pieces[PXT_RECENT];	/* a ring ... */
	uint64_t n;			/* ... with so many so far */
	/* ticks of the newest that was dropped */
	uint64_t dropped;
	bool has_end;
	_Alignas(8) unsigned char end[PXT_SINGLE_SIZE];	/* a chunk */
};

/* Note which part of a chunk is in the log. */
void pxt_recent_note(struct pxt_recent *recent, const struct pxt_view *view,
		     const struct pxt_log_chunk *chunk);

/* What was in memory may be overwritten: it is read from the file. */
void pxt_recent_forget(struct pxt_recent *recent);

/*
 * Complete the log with `status` and the newest of its events, as far as they
 * are still in the segment's memory or can be read from the file: after the
 * last flush, while nothing is written.
 */
int pxt_recent_complete(const struct pxt_recent *recent, struct pxt_log *log,
			struct pxt_stream *stream,
			const struct pxt_log_status *status);

#endif
