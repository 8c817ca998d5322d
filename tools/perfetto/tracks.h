/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * The tracks of a Perfetto trace: one for each process, for each thread, for
 * the stream that was traced with, and for what was lost.  The description of
 * a track stands before the first event on it.
 */
#ifndef POSIXTRACE_TOOLS_PERFETTO_TRACKS_H
#define POSIXTRACE_TOOLS_PERFETTO_TRACKS_H

#include <posixtrace.h>
#include <stdint.h>

#include "sequence.h"
#include "trace/pairs.h"
#include "trace/places.h"
#include "trace/thread-name.h"

/* What a track is for: `a` and `b` distinguish two of a kind. */
enum track_kind {
	TRACK_PROCESS = 1,		/* pid */
	TRACK_THREAD,			/* pid, tid */
	TRACK_PROCESSOR,		/* what a thread does: pid, tid */
	TRACK_STREAM,			/* pid of the process, or 0 */
	TRACK_LOST,
	TRACK_TARGET,			/* the target of a ThreadX dump */
	TRACK_CONTEXT,			/* address of the thread, context */
};

struct track {
	uint64_t uuid;
	enum track_kind kind;
	uint64_t a, b;
	/* The last slice that was written. */
	uint64_t begin;
	uint64_t end;
	struct pairs *pairs;		/* NULL: no open pairs */
};

struct tracks {
	struct sequence *sequence;
	trace_id_t trid;		/* knows the names of threads */
	struct places places;
	struct track *list;		/* by the numbers of their places */
	size_t n, room;
	struct track *last;
};

void tracks_init(struct tracks *tracks, struct sequence *sequence,
		 trace_id_t trid);
void tracks_fini(struct tracks *tracks);

/*
 * The track of an event, valid until the next call.  NULL: no memory.
 * `context` is that of an event of a ThreadX dump, else NULL.
 */
struct track *tracks_find(struct tracks *tracks,
			  const struct posix_trace_event_info *info,
			  const struct posixtrace_context *context);

/* That of when a thread has a processor, below its track. */
struct track *tracks_find_processor(struct tracks *tracks, int64_t pid, int64_t tid);

struct track *tracks_find_lost(struct tracks *tracks);

#endif
