/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* Chunks into blocks of the log; see block.h. */
#include "stream/block.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "log/writer.h"
#include "ring/chunk.h"
#include "ring/collect.h"
#include "stream/batch.h"
#include "stream/here.h"
#include "stream/lognames.h"
#include "stream/window.h"

struct pxt_blocks {
	struct pxt_stream *stream;
	const struct pxt_view *view;
	struct pxt_log *log;
	uint64_t *stuck;		/* see pxt_collect_settle() */
	struct pxt_piece *open;		/* room for one from each lane */
	bool *queued;			/* by chunk: see pxt_collect_stray() */
	uint64_t floor;			/* cleared: older events are dropped */
	uint64_t horizon;		/* overwritten: older ones are lost */
	uint64_t overwritten;		/* events, as far as told in the log */
	uint64_t told_horizon;		/* where the last gap stands */
	struct pxt_lognames names;
	struct pxt_batch batch;
	bool has_end;
	uint64_t events;		/* given to the log since the clear */
	struct pxt_recent recent;	/* what was written last, for the window */
};

static void read_boot_id(char *id, size_t size)
{
	int fd = open("/proc/sys/kernel/random/boot_id", O_RDONLY | O_CLOEXEC);
	ssize_t n = fd < 0 ? 0 : read(fd, id, size - 1);

	if (fd >= 0)
		close(fd);
	id[n < 0 ? 0 : n] = '\0';
	id[strcspn(id, "\n")] = '\0';
}

static void fill_head(const struct pxt_stream *stream,
		      struct pxt_log_head *head)
{
	const struct pxt_view *view = &stream->slot.view;

	*head = (struct pxt_log_head){
		.pointer_size = sizeof(void *),
		.chunk_size = view->chunk_size,
		.id_space = PXT_ID_SPACE,
		.set_size = sizeof(trace_event_set_t),
		.target_pid = view->target,
		.controller_pid = getpid(),
		.clock = view->clock,
		.anchor_ticks = view->anchor.ticks,
		.anchor_ns = view->anchor.ns,
		.anchor_real_ns = view->anchor_real_ns,
		.controller_start = pxt_here_process()->proc.start,
		.attr = view->attr,
	};
	read_boot_id(head->boot_id, sizeof(head->boot_id));
	gethostname(head->host, sizeof(head->host) - 1);
	memcpy(head->segment, stream->slot.path, sizeof(head->segment));
	head->segment[sizeof(head->segment) - 1] = '\0';
}

int pxt_blocks_create(struct pxt_stream *stream, int fd,
		      struct pxt_blocks **out)
{
	struct pxt_blocks *blocks = calloc(1, sizeof(*blocks));
	struct pxt_log_head head;
	int err;

	if (!blocks)
		return ENOMEM;
	blocks->stream = stream;
	blocks->view = &stream->slot.view;
	pxt_lognames_init(&blocks->names);
	pxt_batch_init(&blocks->batch, blocks->view);
	blocks->stuck = calloc(blocks->view->n_lanes, sizeof(*blocks->stuck));
	blocks->open = calloc(blocks->view->n_lanes, sizeof(*blocks->open));
	blocks->queued = calloc(blocks->view->n_chunks, sizeof(bool));
	err = blocks->stuck && blocks->open && blocks->queued ? 0 : ENOMEM;
	if (err)
		goto free_arrays;
	fill_head(stream, &head);
	err = pxt_log_create(fd, &head, &blocks->log);
	if (err)
		goto free_arrays;
	*out = blocks;
	return 0;

free_arrays:
	free(blocks->queued);
	free(blocks->open);
	free(blocks->stuck);
	free(blocks);
	return err;
}

void pxt_blocks_destroy(struct pxt_blocks *blocks)
{
	pxt_log_destroy(blocks->log);
	free(blocks->queued);
	free(blocks->open);
	free(blocks->stuck);
	free(blocks);
}

void pxt_blocks_let_go(struct pxt_blocks *blocks)
{
	pxt_log_let_go(blocks->log);
}

/* For who opens the log if we are killed (rescue.h). */
static void say_told(const struct pxt_blocks *blocks)
{
	struct pxt_segment *segment = blocks->view->segment;

	pxt_store_relaxed(&segment->told, blocks->overwritten);
	pxt_store_relaxed(&segment->told_horizon, blocks->told_horizon);
}

/*
 * What writers have overwritten (LOOP) since this was asked last is a gap: in
 * the order of time it stands where the newest of it stood.  Asked before each
 * batch, when its pieces are pinned: what was overwritten before any of them is
 * told then, so that of each thread the next event behind the gap is behind the
 * record of it, too.
 */
static int write_gap(struct pxt_blocks *blocks)
{
	struct pxt_segment *segment = blocks->view->segment;
	_Alignas(8) unsigned char chunk[PXT_ALONE_SIZE];
	struct pxt_chunk_header *header = (void *)chunk;
	uint64_t lost = pxt_load_acquire(&segment->lost);
	struct pxt_gap gap = {0};
	int err;

	blocks->horizon = pxt_load_relaxed(&segment->horizon);
	/* The count may go back a little: see note_overrun() in drain.c. */
	if (lost > blocks->overwritten) {
		gap.events = lost - blocks->overwritten;
		blocks->overwritten = lost;
	}
	if (!gap.events && blocks->horizon <= blocks->told_horizon)
		return 0;
	blocks->told_horizon = blocks->horizon;
	gap.first = atomic_exchange(&segment->lost_first, 0);
	pxt_announce_alone(blocks->stream, POSIX_TRACE_OVERFLOW,
			   blocks->horizon, &gap, sizeof(gap), chunk);
	pxt_batch_anchor(blocks->view, header);
	err = pxt_log_add_block(blocks->log, header, header + 1);
	say_told(blocks);
	return err;
}

/* Remember what of a chunk is in the log. */
static void note_written(struct pxt_blocks *blocks,
			 const struct pxt_log_chunk *chunk)
{
	const struct pxt_view *view = blocks->view;
	size_t at = (size_t)((const unsigned char *)chunk->records -
			     view->chunks);
	struct pxt_recent_piece written = {
		.chunk = (uint32_t)(at / view->chunk_size),
		.from = (uint32_t)(at % view->chunk_size) -
			PXT_CHUNK_HEADER_SIZE,
		.size = (uint32_t)chunk->taken,
		.count = chunk->header.count,
		.lease = chunk->header.lease,
		.first = chunk->header.base,
		.last = chunk->header.last,
	};

	if (written.size)
		pxt_recent_add(&blocks->recent, &written);
}

/*
 * Write chunks up to the first that cannot be, which is given up.  *done is
 * how many they were with that.
 */
static int write_chunks(struct pxt_blocks *blocks, struct pxt_log_chunk *chunk,
			size_t n, size_t *done)
{
	int err = pxt_lognames_write(&blocks->names, blocks->stream,
				     blocks->log);

	*done = 0;
	if (!err)
		err = pxt_log_add_blocks(blocks->log, chunk, n, done);
	for (size_t i = 0; i < *done; i++)
		note_written(blocks, &chunk[i]);
	if (err) {
		chunk += *done;
		pxt_log_discard(blocks->log, &chunk->header, chunk->records);
		++*done;
	}
	return err;
}

/* Write what has been gathered, and give it back. */
static int write_batch(struct pxt_blocks *blocks)
{
	struct pxt_batch *batch = &blocks->batch;
	int err, first;
	size_t done;

	if (batch->n == 0)
		return 0;
	first = write_gap(blocks);
	pxt_batch_prepare(batch, blocks->floor, blocks->horizon);
	for (size_t i = 0; i < batch->n_chunks; i++)
		blocks->events += batch->chunk[i].header.count;
	for (size_t i = 0; i < batch->n_chunks; i += done) {
		err = write_chunks(blocks, &batch->chunk[i],
				   batch->n_chunks - i, &done);
		first = first ? first : err;
	}
	pxt_batch_finish(batch);
	return first;
}

/* Gather a piece; with the last one that has room, all are written. */
static int write_piece(struct pxt_blocks *blocks,
		       const struct pxt_piece *piece)
{
	int err = 0;

	if (pxt_batch_add(&blocks->batch, piece) &&
	    pxt_batch_is_full(&blocks->batch)) {
		err = write_batch(blocks);
		pxt_collect_release(blocks->view);
	}
	return err;
}

/*
 * The chunks that are full now; those that come meanwhile wait.  Each stays
 * in the queue until it has been written.
 */
static int write_closed(struct pxt_blocks *blocks)
{
	const struct pxt_view *view = blocks->view;
	struct pxt_piece piece;
	uint32_t turn, end;
	int err, first = 0;

	pxt_collect_turns(view, &turn, &end);
	for (; turn != end; turn++) {
		if (!pxt_collect_closed(view, turn, &piece))
			continue;
		err = write_piece(blocks, &piece);
		first = first ? first : err;
	}
	err = write_batch(blocks);
	/* Also what nobody could read. */
	pxt_collect_release(view);
	return first ? first : err;
}

/* When the last event of an open chunk was. */
static uint64_t find_last(const struct pxt_view *view,
			  const struct pxt_piece *piece)
{
	const unsigned char *records = (void *)(pxt_chunk(view, piece->chunk) + 1);
	struct pxt_event event = { .ticks = piece->header.base };
	struct pxt_cursor cursor;

	pxt_cursor_init(&cursor, &piece->header, records + piece->from,
			piece->to - piece->from);
	while (pxt_cursor_next(&cursor, &event))
		;
	return event.ticks;
}

static int oldest_first(const void *a, const void *b)
{
	const struct pxt_piece *x = a, *y = b;

	return x->header.last < y->header.last ? -1 :
	       x->header.last > y->header.last;
}

/* What open chunks have that was not written yet, each pinned, so that in a
 * LOOP stream nobody overwrites it. */
static uint32_t find_open(struct pxt_blocks *blocks)
{
	const struct pxt_view *view = blocks->view;
	uint32_t lanes = pxt_collect_lanes(view), open = 0, n = 0;

	for (uint32_t i = 0; i < lanes; i++) {
		struct pxt_piece *piece = &blocks->open[n];

		if (!pxt_collect_open(view, i, piece))
			continue;
		open += piece->to != 0;
		if (piece->from >= piece->to ||
		    !pxt_chunk_pin(view, piece->chunk, piece->lease))
			continue;
		piece->header.last = find_last(view, piece);
		n++;
	}
	pxt_collect_begin(view, open);
	return n;
}

/*
 * The chunk whose events end first comes first: in a LOOP log it is the
 * first to be overwritten, and with it all that is older (reader.h, horizon).
 */
static int write_open(struct pxt_blocks *blocks, uint32_t n)
{
	const struct pxt_view *view = blocks->view;
	uint32_t lanes = pxt_collect_lanes(view);
	int err, first = 0;

	qsort(blocks->open, n, sizeof(*blocks->open), oldest_first);
	/* One that was closed since has been written, perhaps, and then has
	 * nothing left. */
	for (uint32_t i = 0; i < n; i++) {
		err = write_piece(blocks, &blocks->open[i]);
		first = first ? first : err;
	}
	err = write_batch(blocks);
	for (uint32_t i = 0; i < lanes; i++)
		pxt_collect_lane(view, i);
	return first ? first : err;
}

/*
 * All that has come so far, of each lane in the order it was recorded in: what
 * a lane filled before the chunk that is open now is in the queue by then, and
 * goes first.  So if we are killed on the way, nothing in the log is newer than
 * what is still in memory of that lane (rescue.h).
 */
static int write_all(struct pxt_blocks *blocks)
{
	uint32_t n = find_open(blocks);
	int first = write_closed(blocks), err = write_open(blocks, n);

	return first ? first : err;
}

int pxt_blocks_write_strays(struct pxt_blocks *blocks)
{
	const struct pxt_view *view = blocks->view;
	struct pxt_piece piece;
	int err, first = 0;

	pxt_collect_queued(view, blocks->queued);
	for (uint32_t i = 0; i < view->n_chunks; i++) {
		if (!pxt_collect_stray(view, i, blocks->queued, &piece))
			continue;
		err = write_piece(blocks, &piece);
		first = first ? first : err;
	}
	err = write_batch(blocks);
	return first ? first : err;
}

int pxt_blocks_write(struct pxt_blocks *blocks, bool all)
{
	const struct pxt_view *view = blocks->view;
	int err, first;

	if (pxt_load_relaxed(&view->segment->exited) > view->n_lanes / 8)
		all = true;
	if (all) {
		pxt_collect_dead(view);
		/* What the caller recorded before is there; what others are
		 * just recording is waited for. */
		pxt_collect_settle(view, blocks->stuck);
	}
	/* The order of time, roughly. */
	first = write_closed(blocks);
	err = all ? write_all(blocks) : 0;
	first = first ? first : err;
	err = write_gap(blocks);
	return first ? first : err;
}

int pxt_blocks_end(struct pxt_blocks *blocks)
{
	struct pxt_chunk_header *header = (void *)blocks->recent.end;
	const int automatic = 1;

	blocks->has_end = blocks->recent.has_end = true;
	pxt_announce_alone(blocks->stream, POSIX_TRACE_STOP,
			   pxt_clock_ticks(blocks->view->clock), &automatic,
			   sizeof(automatic), header);
	pxt_batch_anchor(blocks->view, header);
	return pxt_log_add_end(blocks->log, header, header + 1);
}

bool pxt_blocks_has_end(const struct pxt_blocks *blocks)
{
	return blocks->has_end;
}

int pxt_blocks_clear(struct pxt_blocks *blocks)
{
	const struct pxt_view *view = blocks->view;
	struct pxt_piece piece;
	uint32_t turn, end;

	blocks->floor = pxt_collect_settle(view, blocks->stuck);
	/* For who opens the log if we are killed (rescue.h). */
	pxt_store_relaxed(&view->segment->floor, blocks->floor);
	blocks->horizon = pxt_load_relaxed(&view->segment->horizon);
	blocks->told_horizon = blocks->horizon;
	blocks->overwritten = pxt_load_relaxed(&view->segment->lost);
	say_told(blocks);
	blocks->events = 0;
	blocks->has_end = false;
	memset(&blocks->recent, 0, sizeof(blocks->recent));
	pxt_collect_turns(view, &turn, &end);
	for (; turn != end; turn++)
		if (pxt_collect_closed(view, turn, &piece) &&
		    piece.header.last <= blocks->floor)
			pxt_collect_skip(view, &piece);
	pxt_collect_release(view);
	pxt_collect_begin_all(view);
	return pxt_log_clear(blocks->log);
}

static uint32_t count_members(const trace_event_set_t *set)
{
	uint32_t n = 0;

	for (size_t i = 0; i < sizeof(*set) / sizeof(long); i++)
		n += (uint32_t)__builtin_popcountl(set->posix_trace_bits[i]);
	return n;
}

int pxt_blocks_put_status(struct pxt_blocks *blocks, int flush_error,
			  bool complete)
{
	struct pxt_stream *stream = blocks->stream;
	struct pxt_segment *segment = blocks->view->segment;
	struct pxt_anchor anchor = pxt_clock_anchor(blocks->view->clock);
	struct posix_trace_status_info now;
	trace_event_set_t filter;
	struct pxt_log_status status;

	pxt_lognames_write(&blocks->names, stream, blocks->log);
	pxt_stream_get_filter(stream, &filter);
	pxt_stream_get_status(stream, &now, false);
	status = (struct pxt_log_status){
		.stream_status = now.posix_stream_status,
		.stream_full = now.posix_stream_full_status,
		.flush_status = POSIX_TRACE_NOT_FLUSHING,
		.flush_error = flush_error,
		.processes = pxt_load_relaxed(&segment->processes),
		.events = blocks->events - pxt_log_lost(blocks->log),
		.bytes = pxt_log_bytes(blocks->log),
		.lost = pxt_stream_lost_now(stream),
		.peak = (uint64_t)pxt_load_relaxed(&segment->peak) *
			blocks->view->chunk_size,
		.threads = pxt_load_relaxed(&segment->threads) - 1,
		.starts = stream->starts,
		.filtered = count_members(&filter),
		.anchor_ticks = anchor.ticks,
		.anchor_ns = anchor.ns,
	};
	/* ST-1: as if nobody had ever asked. */
	status.stream_overrun = status.lost ? POSIX_TRACE_OVERRUN :
				POSIX_TRACE_NO_OVERRUN;
	return complete ? pxt_window_complete(blocks->log, stream,
					      &blocks->recent, &status) :
	       pxt_log_set_status(blocks->log, &status);
}

bool pxt_blocks_takes_no_more(const struct pxt_blocks *blocks)
{
	return blocks->view->attr.log_policy ==
	       POSIX_TRACE_UNTIL_FULL && pxt_log_is_full(blocks->log);
}

bool pxt_blocks_log_is_full(const struct pxt_blocks *blocks)
{
	return pxt_log_is_full(blocks->log);
}

/* Given to the log so far, whether it took them or not. */
uint64_t pxt_blocks_events(const struct pxt_blocks *blocks)
{
	return blocks->events;
}

uint64_t pxt_blocks_lost(const struct pxt_blocks *blocks)
{
	return pxt_log_lost(blocks->log);
}

uint64_t pxt_blocks_log_size(const struct pxt_blocks *blocks)
{
	return pxt_log_head(blocks->log)->attr.log_size;
}

void pxt_blocks_usage(const struct pxt_blocks *blocks,
		      struct posixtrace_usage *usage)
{
	usage->events = blocks->events - pxt_log_lost(blocks->log);
	usage->bytes = pxt_log_bytes(blocks->log);
	usage->log_lost = pxt_log_lost(blocks->log);
}
