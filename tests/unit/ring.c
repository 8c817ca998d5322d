/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* A segment for tests, and a writer for it; see ring.h. */
#include "ring.h"

#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "base/fence.h"
#include "base/rundir.h"
#include "ring/valid.h"
#include "support.h"

struct pxt_segment_plan ring_plan(size_t stream_size, size_t data_size,
				  int policy)
{
	struct pxt_segment_plan plan = {
		.clock = PXT_CLOCK_MONOTONIC,
		.anchor = pxt_clock_anchor(PXT_CLOCK_MONOTONIC),
		.anchor_real_ns = (int64_t)pxt_clock_ns(CLOCK_REALTIME),
		.serial = 1,
		.controller = getpid(),
		.target = getpid(),
	};

	pxt_attr_init(&plan.attr);
	plan.attr.stream_size = stream_size;
	plan.attr.data_size = data_size;
	plan.attr.stream_policy = (uint32_t)policy;
	return plan;
}

void ring_create(struct pxt_view *view, size_t stream_size, size_t data_size,
		 int policy)
{
	struct pxt_segment_plan plan = ring_plan(stream_size, data_size, policy);
	size_t size, backed;
	void *memory;

	/* As the library does before it records. */
	ck_assert(pxt_fence_register());
	ck_assert_int_eq(pxt_segment_size(&plan, &size, &backed), 0);
	ck_assert_int_eq(pxt_shm_anonymous(size, &memory), 0);
	pxt_segment_init(memory, &plan, view);
	pxt_store_relaxed(&view->segment->run, PXT_RUN_RUNNING);
}

void ring_destroy(struct pxt_view *view)
{
	ck_assert(pxt_segment_is_valid(view));
	ring_discard(view);
}

void ring_discard(struct pxt_view *view)
{
	munmap(view->segment, view->size);
	view->segment = NULL;
}

struct pxt_writer_identity ring_identity(void)
{
	return (struct pxt_writer_identity){
		.pid = getpid(),
		.tid = (int32_t)syscall(SYS_gettid),
		.thread = (uint64_t)pthread_self(),
		.kind = PXT_KIND_EVENTS,
		.comm = "writer",
	};
}

void ring_claim(struct pxt_writer *writer, const struct pxt_view *view)
{
	struct pxt_writer_identity id = ring_identity();

	ck_assert_int_eq(pxt_writer_claim(writer, view, &id), 0);
}

int ring_begin(struct pxt_writer *writer, const struct pxt_writer_identity *id,
	       uint64_t ticks, unsigned event, const void *data, size_t len)
{
	size_t size = pxt_record_size(len);
	int err;

	pxt_writer_reserve(writer, false);
	if (!pxt_writer_has_room(writer, size, ticks)) {
		err = pxt_writer_make_room(writer, size, ticks, id);
		if (err)
			return err;
	}
	pxt_copy_data(pxt_record_put(writer->pos, ticks, 0x1234, event, len),
		      data, len);
	return 0;
}

int ring_put(struct pxt_writer *writer, uint64_t ticks, unsigned event,
	     const void *data, size_t len)
{
	struct pxt_writer_identity id = ring_identity();
	int err = ring_begin(writer, &id, ticks, event, data, len);

	if (err)
		pxt_writer_discard(writer);
	else
		pxt_writer_commit(writer, pxt_record_size(len), ticks);
	return err;
}

void ring_put_many(struct pxt_writer *writer, uint64_t ticks, unsigned n)
{
	for (unsigned i = 0; i < n; i++)
		if (ring_put(writer, ticks + i, PXT_ID_USER, NULL, 0) != 0)
			ck_abort_msg("record %u of %u does not fit", i, n);
}

static void count_queue(struct pxt_queue *queue, const struct pxt_cells *cells,
			unsigned char *places)
{
	uint32_t seq = pxt_load_relaxed(&queue->head), chunk;

	for (uint32_t n = 0; n < cells->size; n++)
		if (pxt_queue_peek(queue, cells, seq + n, &chunk))
			places[chunk]++;
}

void ring_check(const struct pxt_view *view, unsigned in_hand)
{
	uint32_t fresh = pxt_load_relaxed(&view->segment->fresh);
	unsigned char *places = calloc(view->n_chunks, 1);
	unsigned nowhere = 0;

	ck_assert_ptr_nonnull(places);
	ck_assert_uint_le(fresh, view->n_chunks);
	count_queue(&view->segment->full, &view->full, places);
	count_queue(&view->segment->free, &view->free, places);
	for (uint32_t i = 0; i < view->n_lanes; i++) {
		uint64_t tail = pxt_load_relaxed(&view->lanes[i].tail);

		if (pxt_tail_chunk(tail) < view->n_chunks)
			places[pxt_tail_chunk(tail)]++;
	}
	for (uint32_t i = 0; i < view->n_chunks; i++) {
		if (places[i] > 1 || (places[i] && i >= fresh))
			ck_abort_msg("chunk %u is in %u places (fresh: %u)", i,
				     places[i], fresh);
		nowhere += i < fresh && places[i] == 0;
	}
	free(places);
	ck_assert_uint_eq(nowhere, in_hand);
}
