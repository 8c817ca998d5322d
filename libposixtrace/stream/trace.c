/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * The trace point.  The order of things in it is explained in ring/order.h
 * and stream/thread.h; here they are put together:
 *
 *   depth up -> which streams? -> filter, run? -> lane busy (C) -> clock
 *     -> room -> head and data -> run still the same? -> commit (A) -> depth
 *
 * All streams of an event get the same time: every lane is busy before the
 * clock is read.
 */
#include "stream/trace.h"

#include <errno.h>
#include <signal.h>

#include "stream/here.h"
#include "stream/thread.h"

/* The clock may jump that far before a writer looks around: about half a
 * millisecond of the counter of a PC, and less than a minute of any. */
#define LOOK_AROUND_TICKS (UINT64_C(1) << 20)

struct event {
	unsigned id;
	bool user;
	const void *data;
	size_t len;
	uintptr_t address;
};

/* A stream that this event goes to, while it is being written. */
struct target {
	struct pxt_attached *attached;
	struct pxt_writer *writer;
	uint64_t run;
	unsigned slot;
};

static bool is_running(uint64_t run)
{
	return (run & PXT_RUN_MASK) == PXT_RUN_RUNNING;
}

static bool is_filtered(const struct pxt_segment *segment, unsigned id)
{
	return pxt_load_relaxed(&segment->filter[id / 64]) >> id % 64 & 1;
}

static void claim_lane(struct target *t, struct pxt_thread *thread)
{
	const struct pxt_view *view = &t->attached->view;
	struct pxt_writer *writer = t->writer;
	uint64_t now = pxt_clock_ticks(view->clock);

	if (now < writer->retry)
		return;
	if (pxt_writer_claim(writer, view, &thread->identity) == 0)
		return;
	writer->view = view;
	writer->retry = now + LOOK_AROUND_TICKS;
}

/* The stream is full, or has been stopped or shut down. */
static void not_running(const struct target *t)
{
	const struct pxt_view *view = &t->attached->view;

	switch (t->run & PXT_RUN_MASK) {
	case PXT_RUN_FULL:
		if (t->writer && t->writer->lane)
			pxt_writer_lose(t->writer, t->run,
					pxt_clock_ticks(view->clock));
		else
			pxt_segment_drop(view->segment,
					 pxt_clock_ticks(view->clock));
		break;
	case PXT_RUN_DEAD:
		/* Attended to when no trace point is on this stack. */
		pxt_store_relaxed(&pxt_gate->pending, 1);
		break;
	case PXT_RUN_STOPPED:
		if (!t->attached->own)
			pxt_here_check(t->slot);
		break;
	}
}

/*
 * Is the event for the stream in this slot?  Then its writer, with a lane, is
 * in *t.  Relaxed: whether the run word is still true is asked again before
 * the commit.
 */
static bool is_wanted(struct target *t, unsigned slot,
		      struct pxt_thread *thread, unsigned depth,
		      const struct event *event)
{
	struct pxt_attached *a = &pxt_attached[slot];
	struct pxt_segment *segment = a->view.segment;

	t->attached = a;
	t->slot = slot;
	t->run = pxt_load_relaxed(&segment->run);
	t->writer = thread->level[depth] ?
		    thread->level[depth]->writer[slot] : NULL;
	if (pxt_unlikely(is_filtered(segment, event->id)))
		return false;
	if (pxt_unlikely(!is_running(t->run))) {
		not_running(t);
		return false;
	}
	if (pxt_likely(t->writer && t->writer->lane))
		return true;
	if (!t->writer)
		t->writer = pxt_thread_writer(thread, depth, slot);
	if (t->writer)
		claim_lane(t, thread);
	if (t->writer && t->writer->lane)
		return true;
	pxt_segment_drop(segment, pxt_clock_ticks(a->view.clock));
	return false;
}

/* The slow way to room: a new chunk, or a look around. */
static bool make_room(struct target *t, struct pxt_thread *thread,
		      size_t size, uint64_t ticks)
{
	struct pxt_writer *writer = t->writer;

	if (!t->attached->own) {
		pxt_here_check(t->slot);
		if (size <= (size_t)(writer->end - writer->pos) &&
		    pxt_writer_in_span(writer, ticks)) {
			writer->limit = ticks + LOOK_AROUND_TICKS;
			return true;
		}
	}
	if (pxt_writer_make_room(writer, size, ticks, &thread->identity) != 0) {
		if (!t->attached->view.loop)
			pxt_segment_set_full(t->attached->view.segment, t->run);
		pxt_writer_lose(writer, t->run, ticks);
		return false;
	}
	if (!t->attached->own)
		writer->limit = ticks + LOOK_AROUND_TICKS;
	return true;
}

/*
 * Write the record into a lane that is busy.  False: the stream was stopped,
 * started or cleared since the run word was read, so the event has to be
 * looked at afresh.
 */
static bool write_record(struct target *t, struct pxt_thread *thread,
			 const struct event *event, uint64_t ticks)
{
	const struct pxt_view *view = &t->attached->view;
	struct pxt_segment *segment = view->segment;
	struct pxt_writer *writer = t->writer;
	bool truncated = event->user && event->len > view->data_max;
	size_t len = truncated ? view->data_max : event->len;
	size_t size = pxt_record_size(len);

	if (pxt_unlikely(!pxt_writer_has_room(writer, size, ticks)) &&
	    !make_room(t, thread, size, ticks)) {
		pxt_writer_abandon(writer);
		return true;
	}
	pxt_copy_data(pxt_writer_head(writer, ticks,
				      pxt_record_word1(event->address,
						       event->id, truncated),
				      len),
		      event->data, len);
	/* Full is no new generation: what is in flight may still land. */
	if (pxt_unlikely((pxt_load_relaxed(&segment->run) ^ t->run) >>
			 PXT_RUN_BITS)) {
		pxt_writer_abandon(writer);
		return false;
	}
	pxt_writer_commit(writer, size, ticks);
	if (pxt_unlikely(pxt_load_relaxed(&segment->waiters)))
		pxt_segment_wake(segment, &segment->waiters);
	return true;
}

/* The usual case: one stream. */
static void trace_one(struct pxt_thread *thread, unsigned depth, unsigned slot,
		      const struct event *event)
{
	struct target t;

	for (int tries = 0; tries < 8; tries++) {
		if (!is_wanted(&t, slot, thread, depth, event))
			return;
		pxt_writer_begin(t.writer, t.attached->full_fence);
		if (pxt_likely(write_record(&t, thread, event,
				pxt_clock_ticks(t.attached->view.clock))))
			return;
	}
	pxt_segment_drop(t.attached->view.segment,
			 pxt_clock_ticks(t.attached->view.clock));
}

/* Several: all lanes busy, then one time for all. */
static __attribute__((noinline))
void trace_many(struct pxt_thread *thread, unsigned depth, uint64_t streams,
		const struct event *event)
{
	struct target targets[PXT_STREAMS];
	uint64_t counter = 0, monotonic = 0;
	unsigned n = 0;

	for (; streams; streams &= streams - 1) {
		struct target *t = &targets[n];

		if (is_wanted(t, (unsigned)__builtin_ctzll(streams), thread,
			      depth, event)) {
			pxt_writer_begin(t->writer, t->attached->full_fence);
			n++;
		}
	}
	for (unsigned i = 0; i < n; i++) {
		enum pxt_clock_kind clock = targets[i].attached->view.clock;
		uint64_t *ticks = clock == PXT_CLOCK_COUNTER ? &counter :
				  &monotonic;

		if (*ticks == 0)
			*ticks = pxt_clock_ticks(clock);
		if (!write_record(&targets[i], thread, event, *ticks))
			trace_one(thread, depth, targets[i].slot, event);
	}
}

/*
 * A handler that interrupted a trace point and left it by longjmp has left
 * the depth raised.  Then the frame that raised it is gone: on one stack, a
 * frame of ours that is not beneath it tells so.
 */
static __attribute__((noinline))
unsigned depth_now(struct pxt_thread *thread, unsigned depth, uintptr_t frame)
{
	stack_t alternate;
	int saved = errno;

	if (sigaltstack(NULL, &alternate) == 0 &&
	    !(alternate.ss_flags & SS_ONSTACK))
		while (depth > 0 && (depth > PXT_DEPTHS ||
				     thread->frame[depth - 1] <= frame))
			depth--;
	errno = saved;
	return depth;
}

void pxt_trace(unsigned id, const void *data, size_t len, const void *address,
	       bool user)
{
	struct event event = { id, user, data, len, (uintptr_t)address };
	struct pxt_thread *thread;
	uintptr_t frame = (uintptr_t)__builtin_frame_address(0);
	uint64_t streams;
	unsigned depth;

	if (pxt_unlikely(pxt_load_relaxed(&pxt_gate->pending) ||
			 !pxt_load_relaxed(&pxt_here->ready)) &&
	    !pxt_here_sync())
		return;
	thread = pxt_thread_self;
	if (pxt_unlikely(!thread)) {
		if (pxt_load_relaxed(&pxt_here->attached) == 0)
			return;
		thread = pxt_thread_enter();
		if (!thread)
			return;
	}
	depth = pxt_load_relaxed(&thread->depth);
	if (pxt_unlikely(depth))
		depth = depth_now(thread, depth, frame);
	/* Raised before the registry is read; thread.h says why. */
	pxt_store_relaxed(&thread->depth, depth + 1);
	pxt_fence_light();
	streams = pxt_load_acquire(&pxt_here->attached);
	if (pxt_likely(depth < PXT_DEPTHS)) {
		thread->frame[depth] = frame;
		if (pxt_likely((streams & (streams - 1)) == 0)) {
			if (pxt_likely(streams))
				trace_one(thread, depth,
					  (unsigned)__builtin_ctzll(streams),
					  &event);
		} else {
			trace_many(thread, depth, streams, &event);
		}
	}
	/* Release: whoever sees us out sees what we did. */
	pxt_store_release(&thread->depth, depth);
}
