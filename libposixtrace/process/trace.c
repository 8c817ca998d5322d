/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * The trace point.  The order of its steps is explained in ring/order.h and
 * process/thread.h; here they are put together:
 *
 *   enter -> which streams? -> filter, run? -> lane busy (C) -> clock
 *     -> room -> head and data -> run still the same? -> commit (A) -> exit
 *
 * All streams of an event get the same time: every lane is marked busy before
 * the clock is read.
 */
#include "process/trace.h"

#include "base/guard.h"
#include "process/images.h"
#include "process/missed.h"
#include "process/self.h"
#include "process/several.h"
#include "process/thread.h"

struct event {
	unsigned id;
	bool user;
	struct pxt_payload payload;
	uintptr_t address;
};

/*
 * Functions with a parameter `typed` are compiled twice: for arguments, and
 * for bytes, where payload.args is known to be NULL.
 */
#define TWICE static inline __attribute__((always_inline))

/* A stream that this event goes to, while the event is being written. */
struct target {
	struct pxt_attached *attached;
	unsigned id;			/* the event's type in that stream */
	struct pxt_writer *writer;
	uint64_t run;
	unsigned entry;
};

/*
 * Functions that are called, not inlined, get a target by value: one whose
 * address is taken the compiler would have to keep in memory.
 */

/* The writer, which may still have no lane; NULL: no memory for one. */
static struct pxt_writer *claim_lane(struct target t, struct pxt_thread *thread,
				     unsigned depth)
{
	const struct pxt_view *view = &t.attached->view;
	uint64_t now = pxt_segment_ticks(view);

	if (!t.writer)
		t.writer = pxt_thread_writer(thread, depth, t.entry);
	if (!t.writer) {
		pxt_segment_starve(view->segment, now);
		return NULL;
	}
	if (now >= t.writer->retry) {
		if (pxt_writer_claim(t.writer, view, &thread->identity) == 0)
			return t.writer;
		t.writer->view = view;
		t.writer->retry = now + PXT_CLOCK_SLACK;
	}
	pxt_segment_drop(view->segment, now);
	return t.writer;
}

/* The first entry in a set of streams. */
static unsigned first_of(uint64_t streams)
{
	return (unsigned)__builtin_ctzll(streams);
}

static unsigned run_state(const struct pxt_segment *segment)
{
	return pxt_load_relaxed(&segment->run) & PXT_RUN_MASK;
}

/* The stream is full: count the event as lost. */
static void lose(struct target t)
{
	const struct pxt_view *view = &t.attached->view;
	uint64_t ticks = pxt_segment_ticks(view);

	if (t.writer && t.writer->lane)
		pxt_writer_lose(t.writer, t.run, ticks);
	else
		pxt_segment_drop(view->segment, ticks);
}

/* The event is not recorded: it is filtered out, or the stream does not run. */
static void pass_by(struct target t, bool filtered)
{
	/* `t.run` is the value that was tested: if the stream runs again
	 * meanwhile, the event still occurred while it was full. */
	if (pxt_run_is_full(t.run) && !filtered)
		lose(t);
	/* The controller may be dead. */
	pxt_self_check(t.entry);
	if (run_state(t.attached->view.segment) == PXT_RUN_DEAD)
		/* The stream is detached by a trace point that is not
		 * nested. */
		pxt_store_relaxed(&pxt_gate->pending, 1);
}

TWICE bool is_filtered(const struct pxt_segment *segment, unsigned id,
		       const struct event *event, bool typed)
{
	return pxt_segment_filters(segment, id) ||
	       (typed && event->payload.subject &&
		pxt_rkh_suppresses(&segment->rkh, event->payload.subject));
}

/*
 * Does the stream in this entry want the event?  Then its writer, with a lane,
 * is in *t.  Relaxed: the run word is checked again before the commit.
 */
TWICE bool is_wanted(struct target *t, unsigned entry,
		     struct pxt_thread *thread, unsigned depth,
		     const struct event *event, bool typed)
{
	struct pxt_attached *a = &pxt_attached[entry];
	struct pxt_segment *segment = a->view.segment;
	const struct pxt_level *level = thread->level[depth];
	bool filtered;

	t->attached = a;
	t->entry = entry;
	t->id = pxt_id_in(a, event->id);
	filtered = is_filtered(segment, t->id, event, typed);
	t->run = pxt_load_relaxed(&segment->run);
	t->writer = pxt_likely(level) ? level->writer[entry] : NULL;
	if (pxt_unlikely(filtered || !pxt_run_is_running(t->run))) {
		pass_by(*t, filtered);
		return false;
	}
	if (pxt_unlikely(!t->writer || !t->writer->lane))
		t->writer = claim_lane(*t, thread, depth);
	return pxt_likely(t->writer && t->writer->lane);
}

/* The slow path to room: take a new chunk, or collect chunks. */
static bool make_room(struct target t, struct pxt_thread *thread, size_t size,
		      uint64_t ticks, uintptr_t address)
{
	struct pxt_writer *writer = t.writer;

	if (pxt_unlikely(!pxt_images_know(address)))
		pxt_self_tell_executed(address);
	if (!t.attached->own) {
		pxt_self_check(t.entry);
		if (size <= (size_t)(writer->end - writer->pos) &&
		    pxt_writer_in_span(writer, ticks))
			return true;
	}
	if (pxt_writer_make_room(writer, size, ticks, &thread->identity) != 0) {
		/* Counted first: who sees the stream full sees the loss. */
		pxt_writer_lose(writer, t.run, ticks);
		if (!t.attached->view.loop)
			pxt_segment_set_full(t.attached->view.segment, t.run);
		return false;
	}
	return true;
}

/*
 * Write the record into a lane that is marked busy.  False: the stream was
 * stopped, started or cleared since the run word was read; start again with
 * the event.
 */
TWICE bool write_record(const struct target *t, struct pxt_thread *thread,
			const struct event *event, uint64_t ticks, bool typed)
{
	struct pxt_writer *writer = t->writer;
	struct pxt_segment *segment = writer->segment;
	const struct pxt_payload payload = {
		.data = event->payload.data,
		.args = typed ? event->payload.args : NULL,
		.n_args = event->payload.n_args,
		.len = event->payload.len,
	};
	bool truncated = pxt_unlikely(payload.len > writer->data_max) &&
			 event->user;
	size_t len = truncated ? writer->data_max : payload.len;
	size_t size = pxt_record_size(len);
	unsigned char *pos;

	if (pxt_unlikely(!pxt_writer_has_room(writer, size, ticks))) {
		if (!pxt_writer_has_time(writer, ticks))
			ticks = pxt_writer_keep_up(writer, ticks);
		if (!pxt_writer_has_room(writer, size, ticks) &&
		    !make_room(*t, thread, size, ticks, event->address)) {
			pxt_writer_discard(writer);
			return true;
		}
	}
	pos = writer->pos;
	pxt_record_put_time(pos, ticks, len);
	pxt_record_put_type(pos, event->address, t->id, truncated);
	pxt_put_payload(pos + PXT_HEAD_SIZE, &payload, len);
	if (pxt_unlikely(pxt_run_has_changed(segment, t->run))) {
		pxt_writer_discard(writer);
		return false;
	}
	pxt_lease_renew(writer, ticks);
	pxt_writer_commit_to(writer, pos + size, ticks);
	if (pxt_unlikely(!pxt_is_zero_relaxed(&segment->waiters)))
		pxt_segment_wake(segment, &segment->waiters);
	return true;
}

void pxt_trace_wake(void)
{
	struct pxt_segment *segment = pxt_thread_self.fast.segment;

	pxt_segment_wake(segment, &segment->waiters);
	pxt_reader_exit(pxt_thread_self.thread, 0);
}

/* Use the fast path from the next event on. */
static void set_fast(struct pxt_thread *thread, struct target t)
{
	uint64_t key = pxt_load_relaxed(&t.attached->key);
	bool by_counter = t.attached->view.clock == PXT_CLOCK_COUNTER;

	/* While the clock has gone backwards times are shifted; no fast path
	 * supports that. */
	if (pxt_load_relaxed(&t.attached->view.segment->shift))
		key = pxt_thread_self.several.single_key = 0;
	if (key)
		key = pxt_key_of_thread(key);
	/* With other threads it is the one of several.h.  A writer without a
	 * lane has no room, so that there is nothing to order. */
	thread->key = by_counter && !(t.writer->lane &&
				      pxt_lease_fences(t.writer)) ? key : 0;
	thread->clock_key = by_counter ? 0 : key;
	t.writer->run = t.run;
}

/*
 * The same for a thread that has recorded nothing yet: filtered events then
 * cost no more than in other threads, and other events find no room in the
 * fast path.
 */
static void aim_fast(struct pxt_thread *thread, struct target t)
{
	if (pxt_load_relaxed(&thread->fast_stream) != 0)
		return;
	t.writer = pxt_thread_writer(thread, 0, t.entry);
	pxt_writer_aim(t.writer, &t.attached->view);
	set_fast(thread, t);
}

/* One stream. */
TWICE void trace_one(struct pxt_thread *thread, unsigned depth, unsigned entry,
		     const struct event *event, bool typed)
{
	struct target t;

	for (int tries = 0; tries < 8; tries++) {
		if (!is_wanted(&t, entry, thread, depth, event, typed)) {
			if (depth == 0 && !t.writer &&
			    pxt_run_is_running(t.run))
				aim_fast(thread, t);
			return;
		}
		if (depth == 0 && t.writer == &pxt_thread_self.fast)
			set_fast(thread, t);
		/* INV-5 */
		if (pxt_lease_fences(t.writer))
			pxt_clock_order();
		t.writer->run = t.run;
		pxt_writer_reserve(t.writer, t.attached->full_fence);
		if (write_record(&t, thread, event,
				 pxt_segment_ticks(&t.attached->view),
				 typed))
			return;
	}
	pxt_segment_drop(t.attached->view.segment,
			 pxt_segment_ticks(&t.attached->view));
}

TWICE void trace_each(struct pxt_thread *thread, unsigned depth,
		      uint64_t streams, const struct event *event, bool typed)
{
	for (; streams; streams &= streams - 1)
		trace_one(thread, depth, first_of(streams), event, typed);
}

/*
 * Several: all lanes are marked busy, then one time is taken for all.  The
 * stack may be a signal handler's, which is small, so a stream is kept as a
 * bit and its run word in its writer; only this call uses the writers of this
 * depth.  Returns the streams that must be tried again.
 */
TWICE uint64_t trace_many(struct pxt_thread *thread, unsigned depth,
			  uint64_t streams, const struct event *event,
			  bool typed)
{
	uint64_t counter = 0, monotonic = 0, busy = streams, changed = 0;
	bool fences = false;
	struct target t;

	for (; streams; streams &= streams - 1) {
		if (!is_wanted(&t, first_of(streams), thread, depth, event,
			       typed)) {
			busy &= ~(streams & -streams);
			continue;
		}
		pxt_writer_reserve(t.writer, t.attached->full_fence);
		t.writer->run = t.run;
		fences |= pxt_lease_fences(t.writer);
	}
	if (pxt_unlikely(fences))
		pxt_clock_order();
	for (; busy; busy &= busy - 1) {
		uint64_t ticks;

		t.entry = first_of(busy);
		t.attached = &pxt_attached[t.entry];
		t.id = pxt_id_in(t.attached, event->id);
		t.writer = thread->level[depth]->writer[t.entry];
		t.run = t.writer->run;
		if (pxt_likely(t.attached->view.clock == PXT_CLOCK_COUNTER)) {
			if (!counter)
				counter = pxt_clock_counter();
			ticks = counter;
		} else {
			if (!monotonic)
				monotonic = pxt_clock_ns(CLOCK_MONOTONIC);
			ticks = monotonic;
		}
		ticks += pxt_load_relaxed(&t.writer->segment->shift);
		if (!write_record(&t, thread, event, ticks, typed))
			changed |= busy & -busy;
	}
	return changed;
}

static inline __attribute__((always_inline))
unsigned find_depth(struct pxt_thread *thread, uintptr_t frame)
{
	return pxt_likely(!pxt_load_relaxed(&thread->frame[0])) ? 0 :
	       pxt_thread_nesting(thread, frame);
}

/*
 * The handler is nested too deep to have a lane, or the thread has no record.
 */
TWICE void lose_everywhere(uint64_t streams, const struct event *event,
			   bool typed,
			   void (*drop)(struct pxt_segment *segment,
					uint64_t ticks))
{
	for (; streams; streams &= streams - 1) {
		const struct pxt_attached *a =
			&pxt_attached[first_of(streams)];
		const struct pxt_view *view = &a->view;

		const uint64_t run = pxt_load_relaxed(&view->segment->run);

		if (!is_filtered(view->segment, pxt_id_in(a, event->id), event,
				 typed) &&
		    (pxt_run_is_running(run) || pxt_run_is_full(run)))
			drop(view->segment, pxt_segment_ticks(view));
	}
}

/* There is no memory for a record of the thread: count its event as lost. */
TWICE void lose_without_thread(const struct event *event, bool typed)
{
	struct pxt_held held;

	pxt_guard_hold(&held);
	pxt_unregistered_enter();
	lose_everywhere(pxt_load_acquire(&pxt_self->attached), event, typed,
			pxt_segment_starve);
	pxt_unregistered_exit();
	pxt_guard_release(&held);
}

TWICE void trace(const struct event *event, bool typed)
{
	struct pxt_thread *thread;
	uintptr_t frame = (uintptr_t)__builtin_frame_address(0);
	bool is_behind = false;
	uint64_t streams, key, left;
	unsigned depth;

	/* Acquire: see self.h. */
	if (pxt_unlikely(pxt_load_acquire(&pxt_gate->pending) ||
			 !pxt_load_relaxed(&pxt_self->ready) ||
			 pxt_self_is_retry())) {
		enum pxt_self_state state = pxt_self_catch_up();

		if (state == PXT_SELF_NOTHING)
			pxt_missed(0, event->id, event->payload.subject);
		if (state < PXT_SELF_BEHIND)
			return;
		is_behind = state != PXT_SELF_CURRENT;
	}
	thread = pxt_thread_self.thread;
	if (!thread) {
		if (pxt_load_relaxed(&pxt_self->attached) == 0) {
			if (is_behind)
				pxt_missed(0, event->id,
					   event->payload.subject);
			return;
		}
		thread = pxt_thread_enter((pid_t)pxt_load_relaxed(&pxt_self->pid));
		if (!thread) {
			lose_without_thread(event, typed);
			return;
		}
	}
	depth = find_depth(thread, frame);
	/* Before the registry is read; thread.h says why. */
	pxt_reader_enter(thread, depth, frame);
	key = pxt_self_current_key();
	streams = pxt_load_acquire(&pxt_self->attached);
	/* A handler forked before the frame was stored, and the child was set
	 * up. */
	if (thread != pxt_thread_self.thread)
		streams = 0;
	else if (pxt_unlikely(is_behind))
		pxt_missed(streams, event->id, event->payload.subject);
	if (depth >= PXT_DEPTHS) {
		lose_everywhere(streams, event, typed, pxt_segment_drop);
	} else {
		left = streams & (streams - 1) ?
		       trace_many(thread, depth, streams, event, typed) :
		       streams;
		trace_each(thread, depth, left, event, typed);
		if (depth == 0 && streams)
			pxt_several_remember(thread, key, streams);
	}
	pxt_reader_exit(thread, depth);
}

/* From the frame that the caller has entered, which ends here. */
static __attribute__((noinline))
void trace_in(uint64_t streams, unsigned id, const struct pxt_payload *payload,
	      const void *address)
{
	const struct event event = {
		.id = id,
		.user = true,
		.payload = *payload,
		.address = (uintptr_t)address,
	};
	struct pxt_thread *thread = pxt_thread_self.thread;

	if (payload->args)
		trace_each(thread, 0, streams, &event, true);
	else
		trace_each(thread, 0, streams, &event, false);
	pxt_reader_exit(thread, 0);
}

void pxt_trace_left(uint64_t streams, unsigned id,
		    const struct pxt_payload *payload, const void *address)
{
	if (streams != PXT_SEVERAL_NONE)
		trace_in(streams, id, payload, address);
	else if (payload->args)
		pxt_trace_args(id, payload, address);
	else
		pxt_trace(id, payload->data, payload->len, address, true);
}

/*
 * Each out of line, so that the one before has a small frame: a handler may have
 * little stack.
 */
static __attribute__((noinline)) void trace_bytes(const struct event *event)
{
	trace(event, false);
}

static __attribute__((noinline)) void trace_typed(const struct event *event)
{
	trace(event, true);
}

/* The fast path with the kernel's clock, which is a function call. */
static bool trace_by_clock(const struct event *event)
{
	if (!pxt_thread_self.thread || !pxt_thread_self.thread->clock_key)
		return false;
	switch (pxt_trace_fast(PXT_CLOCK_MONOTONIC, event->id, &event->payload,
			       (const void *)event->address)) {
	case PXT_AWAITED:
		pxt_trace_wake();
		return true;
	case PXT_TRACED:
		return true;
	default:
		return false;
	}
}

void pxt_trace(unsigned id, const void *data, size_t len, const void *address,
	       bool user)
{
	const struct event event = {
		.id = id,
		.user = user,
		.payload = { .data = data, .len = len },
		.address = (uintptr_t)address,
	};

	if (!trace_by_clock(&event))
		trace_bytes(&event);
}

void pxt_trace_args(unsigned id, const struct pxt_payload *payload,
		    const void *address)
{
	const struct event event = {
		.id = id,
		.user = true,
		.payload = *payload,
		.address = (uintptr_t)address,
	};

	if (!trace_by_clock(&event))
		trace_typed(&event);
}

/* Would the stream record an event of that type, or count it as lost? */
static bool may_take(unsigned entry, unsigned id)
{
	const struct pxt_attached *a = &pxt_attached[entry];
	const struct pxt_segment *segment = a->view.segment;
	unsigned state = run_state(segment);

	if (!pxt_segment_filters(segment, pxt_id_in(a, id)) &&
	    (state == PXT_RUN_RUNNING || state == PXT_RUN_FULL))
		return true;
	/* As in is_wanted(): the controller may be dead. */
	pxt_self_check(entry);
	if (run_state(segment) == PXT_RUN_DEAD)
		pxt_store_relaxed(&pxt_gate->pending, 1);
	return false;
}

bool pxt_is_recorded(unsigned id)
{
	struct pxt_thread *thread;
	uintptr_t frame = (uintptr_t)__builtin_frame_address(0);
	uint64_t streams;
	unsigned depth;
	bool found = false;

	/* A stream that is being attached may record it, or count it as
	 * lost. */
	if (pxt_unlikely(pxt_load_acquire(&pxt_gate->pending) ||
			 !pxt_load_relaxed(&pxt_self->ready)) &&
	    pxt_self_catch_up() != PXT_SELF_CURRENT)
		return true;
	if (pxt_load_relaxed(&pxt_self->attached) == 0)
		return false;
	thread = pxt_thread_self.thread ? pxt_thread_self.thread :
		 pxt_thread_enter((pid_t)pxt_load_relaxed(&pxt_self->pid));
	if (!thread)
		return false;
	/* The same precautions as for an event: a segment may go away. */
	depth = find_depth(thread, frame);
	if (depth >= PXT_DEPTHS)
		return true;	/* it counts as lost */
	pxt_reader_enter(thread, depth, frame);
	streams = pxt_load_acquire(&pxt_self->attached);
	if (thread != pxt_thread_self.thread)
		streams = 0;
	for (; streams && !found; streams &= streams - 1)
		found = may_take(first_of(streams), id);
	pxt_reader_exit(thread, depth);
	return found;
}
