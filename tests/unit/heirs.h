/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * Numbered threads that use a segment one after the other, for the tests of
 * adopted chunks.
 */
#ifndef HEIRS_H
#define HEIRS_H

#include <check.h>
#include <stdio.h>
#include <string.h>

#include "ring.h"
#include "ring/parts.h"
#include "support.h"

enum { HEAD = PXT_HEAD_SIZE, OWNER = PXT_OWNER_SIZE };

static struct pxt_view ring;
static struct pxt_segment *segment;
static struct pxt_writer control, own;

static inline void start(size_t size, int policy)
{
	struct pxt_writer_identity id = ring_identity();

	ring_create(&ring, size, 64, policy);
	segment = ring.segment;
	id.kind = PXT_KIND_CONTROL;
	ck_assert_int_eq(pxt_writer_claim(&control, &ring, &id), 0);
}

static inline void setup(void)
{
	start(4 << 20, POSIX_TRACE_UNTIL_FULL);
}

static inline void teardown(void)
{
	ring_check(&ring, 0);
	ring_destroy(&ring);
}

static inline void restart(size_t size, int policy)
{
	ring_destroy(&ring);
	start(size, policy);
}

/* The n-th thread. */
static inline struct pxt_writer_identity thread(int32_t n)
{
	struct pxt_writer_identity id = ring_identity();

	id.pid = 1000 + n / 10;
	id.tid = 2000 + n;
	id.thread = 3000 + (uint64_t)n;
	snprintf(id.comm, sizeof(id.comm), "thread-%d", (int)n);
	return id;
}

static struct pxt_writer_identity now;	/* the last to claim a lane */

static inline void claim(struct pxt_writer *writer, int32_t n)
{
	struct pxt_writer_identity id = now = thread(n);

	ck_assert_int_eq(pxt_writer_claim(writer, &ring, &id), 0);
}

static inline void put(struct pxt_writer *writer, unsigned events)
{
	for (unsigned i = 0; i < events; i++) {
		const uint64_t ticks = pxt_segment_ticks(&ring);

		ck_assert_int_eq(ring_begin(writer, &now, ticks, PXT_ID_USER,
					    NULL, 0), 0);
		pxt_writer_commit(writer, HEAD, ticks);
	}
}

static inline void live(int32_t n, unsigned events)
{
	claim(&own, n);
	put(&own, events);
	pxt_writer_exit(&own);
}

static inline uint32_t n_full(void)
{
	return pxt_queue_length(&segment->full);
}

#endif
