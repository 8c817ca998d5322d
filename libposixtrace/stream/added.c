/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* Makes blocks of events that others have recorded; see added.h. */
#include "stream/added.h"

#include <bsd/string.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/wide.h"
#include "log/writer.h"
#include "ring/lane.h"
#include "stream/batch.h"

/* Anchors closer together would make the line between them less exact. */
#define ANCHOR_GAP_NS	UINT64_C(1000000)

void pxt_added_clock_renew(struct pxt_added_clock *clock, struct pxt_anchor now)
{
	struct pxt_anchor *newest = &clock->anchor[clock->n - 1];

	if (clock->n > 0 && (now.ns <= newest->ns || now.ticks <= newest->ticks))
		return;
	/* It moves, unless it would leave a gap. */
	if (clock->n > 2 && now.ns - newest[-1].ns < ANCHOR_GAP_NS) {
		*newest = now;
		return;
	}
	if (clock->n == PXT_ADDED_ANCHORS) {
		memmove(clock->anchor, clock->anchor + 1,
			sizeof(clock->anchor) - sizeof(clock->anchor[0]));
		clock->n--;
	}
	clock->anchor[clock->n++] = now;
}

/* Times before the oldest anchor are on the first piece. */
uint64_t pxt_added_clock_ticks(const struct pxt_added_clock *clock, uint64_t ns)
{
	const struct pxt_anchor *to = &clock->anchor[clock->n - 1], *from;
	int64_t ticks;

	if (ns >= to->ns || clock->n < 2)
		return to->ticks;
	while (to > clock->anchor + 1 && ns < to[-1].ns)
		to--;
	from = to - 1;
	ticks = pxt_line_at(from->ticks, 0, (int64_t)(ns - from->ns),
			    to->ticks - from->ticks, to->ns - from->ns);
	if (ticks < 0)
		ticks = 0;
	return (ns >= clock->seen_ns) == ((uint64_t)ticks >= clock->seen_ticks) ?
	       (uint64_t)ticks : clock->seen_ticks;
}

void pxt_added_halt(struct pxt_added_pauses *pauses, uint64_t ticks, bool is_full)
{
	struct pxt_added_pause *last = &pauses->pause[pauses->n - 1];

	if (pauses->n > 0 && last->began == UINT64_MAX) {
		last->is_full = is_full;
		return;
	}
	if (pauses->n == PXT_ADDED_PAUSES) {
		memmove(pauses->pause, pauses->pause + 1,
			sizeof(pauses->pause) - sizeof(pauses->pause[0]));
		pauses->n--;
	}
	pauses->pause[pauses->n++] = (struct pxt_added_pause){
		.halted = ticks, .began = UINT64_MAX, .is_full = is_full,
	};
}

void pxt_added_begin(struct pxt_added_pauses *pauses, uint64_t ticks)
{
	if (pauses->n == 0 || pauses->pause[pauses->n - 1].began != UINT64_MAX)
		pxt_added_halt(pauses, pauses->n ? ticks : 0, false);
	pauses->pause[pauses->n - 1].began = ticks;
}

const struct pxt_added_pause *
pxt_added_find_pause(const struct pxt_added_pauses *pauses, uint64_t ticks)
{
	unsigned i = pauses->n;

	while (i > 0 && ticks < pauses->pause[i - 1].halted)
		i--;
	return i > 0 && ticks < pauses->pause[i - 1].began ?
	       &pauses->pause[i - 1] : NULL;
}

static size_t room_of(const struct pxt_view *view)
{
	return view->chunk_size - PXT_CHUNK_HEADER_SIZE;
}

static size_t length_of(const struct posixtrace_added *event,
			const struct pxt_view *view)
{
	return event->data_len < view->attr.data_size ? event->data_len :
	       (size_t)view->attr.data_size;
}

bool pxt_added_is_valid(const struct pxt_added *added, const struct pxt_view *view)
{
	for (size_t i = 0; i < added->n; i++) {
		const struct posixtrace_added *event = &added->events[i];

		if (event->id < PXT_ID_USER || event->id >= PXT_ID_SPACE ||
		    length_of(event, view) > PXT_DATA_SIZE_MAX ||
		    pxt_record_size(length_of(event, view)) > room_of(view))
			return false;
	}
	return true;
}

/* The block that is being made. */
struct block {
	const struct pxt_view *view;
	struct pxt_log *log;
	struct pxt_refused *refused;
	struct pxt_chunk_header *header;	/* the records are behind it */
	int err;				/* the first one */
};

static void write_block(struct block *block)
{
	struct pxt_log_chunk chunk = {
		.header = block->header,
		.records = block->header + 1,
	};
	int err;

	if (block->header->count == 0)
		return;
	pxt_batch_anchor(block->view, block->header);
	err = pxt_log_add_block(block->log, block->header, chunk.records);
	if (err)
		pxt_refused_add(block->refused, block->log, &chunk);
	block->err = block->err ? block->err : err;
	block->header->count = 0;
}

static void begin_block(const struct block *block,
			const struct posixtrace_added *event, uint64_t ticks)
{
	*block->header = (struct pxt_chunk_header){
		.magic = PXT_CHUNK_MAGIC,
		.lease = 1,
		.pid = event->pid,
		.tid = event->tid,
		.base = ticks,
		.last = ticks,
		.kind = PXT_KIND_EVENTS,
		.lane = PXT_ADDED_LANE,
	};
	if (event->thread_name)
		strlcpy(block->header->comm, event->thread_name,
			sizeof(block->header->comm));
}

static bool goes_on(const struct block *block,
		    const struct posixtrace_added *event, uint64_t ticks, size_t size)
{
	const struct pxt_chunk_header *header = block->header;

	return header->count > 0 && header->pid == event->pid &&
	       header->tid == event->tid && ticks >= header->last &&
	       ticks - header->base < PXT_CHUNK_SPAN &&
	       size <= room_of(block->view) - header->used;
}

static void put_event(struct block *block, const struct posixtrace_added *event,
		      uint64_t ticks)
{
	const size_t len = length_of(event, block->view);
	const size_t size = pxt_record_size(len);
	struct pxt_chunk_header *header = block->header;
	unsigned char *head;

	if (!goes_on(block, event, ticks, size)) {
		write_block(block);
		begin_block(block, event, ticks);
	}
	head = (unsigned char *)(header + 1) + header->used;
	memset(head, 0, size);
	pxt_record_put_time(head, ticks, len);
	pxt_record_put_type(head, 0, event->id, len < event->data_len);
	if (len)
		memcpy(head + PXT_HEAD_SIZE, event->data, len);
	header->used += (uint32_t)size;
	header->last = ticks;
	header->count++;
}

int pxt_added_write(struct pxt_added *added, const struct pxt_view *view,
		    uint64_t floor, struct pxt_log *log,
		    struct pxt_refused *refused)
{
	struct block block = { .view = view, .log = log, .refused = refused };

	block.header = calloc(1, view->chunk_size);
	if (!block.header)
		return ENOMEM;
	for (size_t i = 0; i < added->n; i++) {
		const struct posixtrace_added *event = &added->events[i];
		uint64_t ticks = pxt_added_clock_ticks(&added->clock,
						       event->monotonic_ns);
		const struct pxt_added_pause *pause =
			pxt_added_find_pause(&added->pauses, ticks);

		if (ticks <= floor)
			continue;
		if (pause) {
			if (pause->is_full)
				pxt_segment_drop(view->segment, ticks);
			continue;
		}
		put_event(&block, event, ticks);
		added->written++;
		if (ticks > added->newest) {
			added->newest = ticks;
			added->newest_ns = event->monotonic_ns;
		}
	}
	write_block(&block);
	free(block.header);
	return block.err;
}
