/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* The layout of a segment, and checking one that another process made. */
#include "ring/segment.h"

#include <errno.h>
#include <stddef.h>
#include <string.h>

#include "base/timens.h"
#include "ring/images.h"
#include "ring/lane.h"

/* No valid segment is larger; the limit keeps every sum far from wrapping. */
#define SIZE_LIMIT (UINT64_C(1) << 40)

/* What a controller of PXT_SEGMENT_READABLE or later has left is read with this
 * layout. */
_Static_assert(offsetof(struct pxt_segment, run) == 512 &&
	       sizeof(struct pxt_segment) == 3136 &&
	       sizeof(struct pxt_lane) == 64 &&
	       sizeof(struct pxt_chunk_header) == 128,
	       "segments of earlier versions have another layout");

struct layout {
	struct pxt_sizing sizing;
	uint64_t n_chunks, n_backed, queue_size;
	uint64_t lanes_at, full_at, free_at, states_at, backed_at, chunks_at;
	uint64_t size;
};

static uint64_t round_up(uint64_t n, uint64_t to)
{
	return (n + to - 1) / to * to;
}

/*
 * In addition to the full chunks that may wait, every lane can have an open
 * one, and some more are being moved.
 */
static int lay_out(const struct pxt_attr *attr, struct layout *l)
{
	if (attr->stream_size > SIZE_LIMIT)
		return ENOMEM;
	pxt_sizing(&l->sizing, attr);
	l->n_backed = (uint64_t)l->sizing.n_full +
		      (pxt_attr_is_locked(attr) ? 64 : 4);
	l->n_chunks = (uint64_t)l->sizing.n_full + PXT_LANES + PXT_LANES / 4;
	for (l->queue_size = 1; l->queue_size < l->n_chunks;)
		l->queue_size *= 2;
	l->lanes_at = round_up(sizeof(struct pxt_segment), PXT_CACHELINE);
	l->full_at = l->lanes_at + PXT_LANES * sizeof(struct pxt_lane);
	l->free_at = l->full_at + l->queue_size * 8;
	l->states_at = l->free_at + l->queue_size * 8;
	l->backed_at = l->states_at + l->n_chunks * 8;
	l->chunks_at = round_up(l->backed_at + l->n_chunks * 2, 4096);
	l->size = l->chunks_at + l->n_chunks * l->sizing.chunk_size;
	return l->chunks_at <= UINT32_MAX && l->size <= SIZE_MAX / 2 ?
	       0 : ENOMEM;
}

int pxt_segment_size(const struct pxt_segment_plan *plan, size_t *size,
		     size_t *backed)
{
	struct layout l;
	int err = lay_out(&plan->attr, &l);

	if (err)
		return err;
	*size = l.size + (plan->logged ? PXT_IMAGES_SIZE : 0);
	*backed = l.chunks_at + l.n_backed * l.sizing.chunk_size;
	return 0;
}

/* From `copy`, which no other process can change. */
static void make_view(struct pxt_segment *segment,
		      const struct pxt_segment *copy, const struct layout *l,
		      struct pxt_view *view)
{
	unsigned char *base = (unsigned char *)segment;

	*view = (struct pxt_view){
		.segment = segment,
		.size = l->size,
		.chunk_size = l->sizing.chunk_size,
		.n_chunks = (uint32_t)l->n_chunks,
		.n_full = l->sizing.n_full,
		.n_backed = (uint32_t)l->n_backed,
		.n_lanes = PXT_LANES,
		.data_max = (uint32_t)copy->attr.data_size,
		.clock = copy->clock,
		.loop = copy->attr.stream_policy == POSIX_TRACE_LOOP,
		.inherited = copy->attr.inherited == POSIX_TRACE_INHERITED,
		.allproc = copy->target == POSIX_TRACE_ALLPROC,
		.target = copy->target,
		.attr = copy->attr,
		.anchor = copy->anchor,
		.anchor_real_ns = copy->anchor_real_ns,
		.ahead = copy->ahead,
		.lanes = (void *)(base + l->lanes_at),
		.full = { (void *)(base + l->full_at),
			    (uint32_t)l->queue_size, (uint32_t)l->n_chunks },
		.free = { (void *)(base + l->free_at),
			  (uint32_t)l->queue_size, (uint32_t)l->n_chunks },
		.states = (void *)(base + l->states_at),
		.backed = (void *)(base + l->backed_at),
		.chunks = base + l->chunks_at,
		.others = true,
	};
}

static struct pxt_images_area *images_at(struct pxt_segment *segment,
					 const struct layout *l)
{
	return (void *)((unsigned char *)segment + l->size);
}

/* A segment without a log has none, nor one of an earlier version. */
static void find_images(size_t size, const struct layout *l,
			struct pxt_view *view)
{
	struct pxt_images_area *images = images_at(view->segment, l);

	if (size - l->size < PXT_IMAGES_SIZE ||
	    images->magic != PXT_IMAGES_MAGIC)
		return;
	view->images = images;
	view->size += PXT_IMAGES_SIZE;
}

static void note_geometry(struct pxt_segment *s, const struct layout *l)
{
	s->size = l->size;
	s->chunk_size = l->sizing.chunk_size;
	s->n_chunks = (uint32_t)l->n_chunks;
	s->n_full = l->sizing.n_full;
	s->n_backed = (uint32_t)l->n_backed;
	s->n_lanes = PXT_LANES;
	s->queue_size = (uint32_t)l->queue_size;
	s->lanes_at = (uint32_t)l->lanes_at;
	s->full_at = (uint32_t)l->full_at;
	s->free_at = (uint32_t)l->free_at;
	s->states_at = (uint32_t)l->states_at;
	s->backed_at = (uint32_t)l->backed_at;
	s->chunks_at = (uint32_t)l->chunks_at;
}

static bool has_geometry(const struct pxt_segment *s, const struct layout *l)
{
	return s->size == l->size && s->chunk_size == l->sizing.chunk_size &&
	       s->n_chunks == l->n_chunks && s->n_full == l->sizing.n_full &&
	       s->n_backed == l->n_backed && s->n_lanes == PXT_LANES &&
	       s->queue_size == l->queue_size && s->lanes_at == l->lanes_at &&
	       s->full_at == l->full_at && s->free_at == l->free_at &&
	       s->states_at == l->states_at && s->backed_at == l->backed_at &&
	       s->chunks_at == l->chunks_at;
}

/* By how much our CLOCK_MONOTONIC is ahead of the machine's. */
static int64_t monotonic_ahead(void)
{
	struct pxt_timens timens;

	pxt_timens_read(&timens);
	return timens.monotonic;
}

void pxt_segment_init(void *memory, const struct pxt_segment_plan *plan,
		      struct pxt_view *view)
{
	struct pxt_segment *s = memory;
	struct layout l;

	lay_out(&plan->attr, &l);
	s->version = PXT_SEGMENT_VERSION;
	s->clock = plan->clock;
	s->serial = plan->serial;
	s->logged = plan->logged;
	s->space = plan->space;
	s->controller = plan->controller;
	s->target = plan->target;
	s->controller_start = plan->controller_start;
	s->target_start = plan->target_start;
	s->anchor = plan->anchor;
	s->anchor_real_ns = plan->anchor_real_ns;
	s->ahead = monotonic_ahead();
	s->attr = plan->attr;
	s->log = plan->log;
	note_geometry(s, &l);
	pxt_store_relaxed(&s->flush_mark, UINT32_MAX);
	make_view(s, s, &l, view);
	if (plan->logged) {
		view->images = images_at(s, &l);
		view->images->magic = PXT_IMAGES_MAGIC;
		view->size += PXT_IMAGES_SIZE;
	}
	view->others = plan->target != plan->controller || view->inherited;
	/* Last, so that a segment whose creation was interrupted is invalid. */
	s->magic = PXT_SEGMENT_MAGIC;
}

static bool has_known_version(const struct pxt_segment *s)
{
	return s->version >= PXT_SEGMENT_READABLE &&
	       s->version <= PXT_SEGMENT_VERSION;
}

/*
 * The geometry follows from the attributes; any other is invalid.  It is
 * compared in place: the stack may be a signal handler's.
 */
static bool is_consistent(const struct pxt_segment *s, size_t size,
			  struct layout *l)
{
	return pxt_attr_is_valid(&s->attr) && lay_out(&s->attr, l) == 0 &&
	       s->attr.data_size <= PXT_DATA_SIZE_MAX && l->size <= size &&
	       has_geometry(s, l);
}

/* The times in a segment can be compared with this process's clock. */
static bool has_our_time(const struct pxt_segment *s)
{
	return pxt_clock_is_readable(s->clock) &&
	       (s->clock != PXT_CLOCK_MONOTONIC ||
		s->ahead == monotonic_ahead());
}

int pxt_segment_view(void *memory, size_t size, struct pxt_view *view)
{
	struct pxt_segment *s = memory, copy;
	struct layout l;

	/* Untrusted input: a copy, since the segment may change meanwhile. */
	if (size < sizeof(*s))
		return EINVAL;
	memcpy(&copy, s, offsetof(struct pxt_segment, overhead));
	if (copy.magic != PXT_SEGMENT_MAGIC || !has_known_version(&copy) ||
	    !is_consistent(&copy, size, &l) || !has_our_time(&copy))
		return EINVAL;
	make_view(s, &copy, &l, view);
	find_images(size, &l, view);
	return 0;
}

bool pxt_segment_is_damaged(const void *memory, size_t size)
{
	struct pxt_segment copy;
	struct layout l;

	if (size < sizeof(copy))
		return true;
	memcpy(&copy, memory, offsetof(struct pxt_segment, overhead));
	return copy.magic != PXT_SEGMENT_MAGIC ||
	       (has_known_version(&copy) && !is_consistent(&copy, size, &l));
}

bool pxt_segment_catch_up(const struct pxt_view *view, uint64_t newest)
{
	struct pxt_segment *segment = view->segment;
	uint64_t shift = pxt_load_relaxed(&segment->shift), now, run;

	/* Other threads may be doing the same. */
	for (int tries = 0; tries < 100; tries++) {
		now = pxt_clock_ticks(view->clock) + shift;
		if (newest <= now || newest - now < PXT_CLOCK_SLACK)
			return tries > 0;
		if (pxt_cas_relaxed(&segment->shift, &shift,
				    shift + (newest - now) + 1))
			break;
	}
	/* A new generation, as by a stop and a start: it ends the fast path,
	 * which does not apply the shift. */
	run = pxt_load_relaxed(&segment->run);
	while ((run & PXT_RUN_MASK) == PXT_RUN_RUNNING)
		if (pxt_cas_acq_rel(&segment->run, &run,
				    run + (1u << PXT_RUN_BITS)))
			break;
	return true;
}
