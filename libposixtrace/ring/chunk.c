/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* Leasing, recycling, pinning and freeing chunks; see chunk.h. */
#include "ring/chunk.h"

#include <errno.h>
#include <string.h>
#include <sys/mman.h>

#include "ring/order.h"

#ifndef MADV_POPULATE_WRITE
#define MADV_POPULATE_WRITE 23
#endif

/* Unread events in records that nobody writes any more; *first is when the
 * first was. */
static uint64_t count_unread(const struct pxt_view *view, uint32_t chunk,
			     uint32_t read, uint64_t *first)
{
	const struct pxt_chunk_header *header = pxt_chunk(view, chunk);
	uint32_t used = header->used;
	struct pxt_cursor cursor;
	struct pxt_event event;
	uint64_t n = 1;

	if (used > view->chunk_size - PXT_CHUNK_HEADER_SIZE || read >= used)
		return 0;
	pxt_cursor_init(&cursor, header, header + 1, used);
	cursor.pos += read;
	if (!pxt_cursor_next(&cursor, &event))
		return 0;
	*first = event.ticks;
	/* All but the rare half-read chunk know their count. */
	if (read == 0)
		return header->count;
	while (pxt_cursor_next(&cursor, &event))
		n++;
	return n;
}

void pxt_segment_overrun(struct pxt_segment *segment, uint64_t n,
			 uint64_t first, uint64_t last)
{
	uint64_t earliest = pxt_load_relaxed(&segment->lost_first);

	while ((earliest == 0 || earliest > first) &&
	       !pxt_cas_relaxed(&segment->lost_first, &earliest, first))
		;
	pxt_max_relaxed(&segment->horizon, last);
	/* Release: who reads the count, and then the horizon, finds that not
	 * before what was counted, so that a gap is reported where it is. */
	atomic_fetch_add_explicit(&segment->lost, n, memory_order_release);
}

/*
 * A full chunk is given up: what is unread in it is lost.  The horizon tells
 * readers to drop whatever is as old elsewhere, so that what they see has no
 * hole.  Both are reported before the chunk is taken: a writer who dies on the
 * way leaves no loss untold, and a reader who finds the chunk gone finds the
 * horizon moved.  (When two want the same chunk, one takes his count back,
 * which a reader may have reported already: a few too many, never too few.)  Returns how many, for taking it back.
 */
static uint64_t count_overwritten(const struct pxt_view *view, uint32_t chunk,
				  uint32_t read)
{
	struct pxt_segment *segment = view->segment;
	uint64_t first = 0, n = count_unread(view, chunk, read, &first);

	if (n)
		pxt_segment_overrun(segment, n, first,
				    pxt_chunk(view, chunk)->last);
	return n;
}

/* What a writer wants to know of a full chunk before it is his. */
struct snapshot {
	bool unread;
	uint64_t count, first, last;
};

/*
 * Look at a chunk that another writer may be taking at this moment: whoever
 * does so finds it still queued for the same sequence number afterwards, or forgets what
 * he saw.  So the sanitizer is not to mind.
 */
__attribute__((no_sanitize("thread")))
static void take_snapshot(const struct pxt_view *view, uint32_t chunk,
		      uint32_t read, struct snapshot *snapshot)
{
	const volatile struct pxt_chunk_header *header = pxt_chunk(view, chunk);
	const volatile uint64_t *record;
	uint32_t used = header->used;
	uint64_t id;

	*snapshot = (struct snapshot){
		.unread = used <= view->chunk_size - PXT_CHUNK_HEADER_SIZE &&
			  read < used,
	};
	if (!snapshot->unread)
		return;
	record = (const volatile uint64_t *)(header + 1) + read / 8;
	snapshot->count = header->count;
	snapshot->last = header->last;
	snapshot->first = header->base + ((record[0] - header->base) &
					PXT_TICKS_MASK);
	id = record[1] >> 48 & 0x7fff;
	/* What cannot be read is not lost now. */
	snapshot->unread = id != 0 && id < PXT_ID_SPACE;
	if (snapshot->first - header->base > PXT_CHUNK_SPAN)
		snapshot->first = header->base;
	/* The look at the queue comes after these. */
	pxt_order_snapshot();
}

/* The chunk is about to be leased; what is not ours is as it was. */
static void begin_move(struct pxt_move *move, uint32_t chunk, uint64_t state)
{
	move->lease = 0;
	move->was = pxt_state_lease(state);
	move->pinned = state & PXT_CHUNK_PINNED;
	move->chunk = chunk + 1;
}

/*
 * Make a chunk that was in this state ours, under its next lease.  Nobody else
 * changes the word while it is HELD.
 */
static bool hold(const struct pxt_view *view, struct pxt_move *move,
		 uint32_t chunk, uint64_t *old)
{
	const uint32_t lease = pxt_state_lease(*old) + 1;

	if (!pxt_order_recycle(&view->states[chunk], old,
			       pxt_state(lease, move->lane + 1) |
			       PXT_CHUNK_HELD))
		return false;
	move->lease = lease;
	/* Release, as the step before: it is this that readers see. */
	pxt_store_release(&view->states[chunk], pxt_state(lease, 0));
	return true;
}

/*
 * Take a chunk that is out of the queue under a new lease; one that a reader
 * has pinned is left to him (pxt_chunk_unpin).  `lost` of it have been
 * counted when its state was `old`.
 */
static bool take_over(const struct pxt_view *view, struct pxt_move *move,
		      uint32_t chunk, uint64_t old, uint64_t lost)
{
	pxt_chunk_state *state = &view->states[chunk];
	uint64_t again;

	for (;;) {
		/* Not full any more: another's, or its writer's again. */
		if (pxt_state_lease(old) != move->was ||
		    !(old & PXT_CHUNK_FULL) || old & PXT_CHUNK_ORPHAN) {
			pxt_add_relaxed(&view->segment->lost, -lost);
			return false;
		}
		if (old & PXT_CHUNK_PINNED) {
			/* He counts what he has not read. */
			if (pxt_cas_acq_rel(state, &old,
					    old | PXT_CHUNK_ORPHAN)) {
				pxt_add_relaxed(&view->segment->lost, -lost);
				return false;
			}
		} else if (hold(view, move, chunk, &old)) {
			return true;
		}
		/* It was pinned, let go or read on: count afresh. */
		again = old & PXT_CHUNK_PINNED ? 0 :
			count_overwritten(view, chunk, pxt_state_read(old));
		pxt_add_relaxed(&view->segment->lost, -lost);
		lost = again;
	}
}

/*
 * Take the oldest full chunk, to overwrite it, if there are so many.  That is
 * asked of the very sequence number that is taken: whoever is held up in between finds
 * it gone, and does not take a newer one because the queue once was full.
 */
static bool recycle(const struct pxt_view *view, struct pxt_move *move,
		    uint32_t least, uint32_t *chunk)
{
	struct pxt_segment *segment = view->segment;
	struct pxt_queue *queue = &segment->full;

	/* Bounded: every round takes an entry, and few can be pinned. */
	for (uint32_t i = 0; i < view->n_chunks; i++) {
		uint64_t state, lost = 0;
		uint32_t seq, again;
		struct snapshot snapshot;
		int32_t ahead;

		if (!pxt_queue_first(queue, &view->full, &seq, chunk))
			return false;
		/* Signed: the tail is a hint, and may be behind. */
		ahead = (int32_t)(pxt_load_relaxed(&queue->tail) - seq);
		if (least && ahead < (int64_t)least)
			return false;
		state = pxt_load_relaxed(&view->states[*chunk]);
		take_snapshot(view, *chunk, pxt_state_read(state), &snapshot);
		if (!pxt_queue_peek(queue, &view->full, seq, &again) ||
		    again != *chunk)
			continue;
		/* What is being copied is not lost: see pxt_chunk_unpin(). */
		if (!(state & PXT_CHUNK_PINNED) && snapshot.unread) {
			lost = snapshot.count;
			pxt_segment_overrun(segment, lost, snapshot.first,
					    snapshot.last);
		}
		begin_move(move, *chunk, state);
		if (!pxt_queue_take_at(queue, &view->full, seq)) {
			pxt_add_relaxed(&segment->lost, -lost);
			continue;
		}
		pxt_store_relaxed(&segment->wrapped, 1);
		/* Ours now, so that it can be counted exactly. */
		if (!(state & PXT_CHUNK_PINNED)) {
			uint64_t exact = count_overwritten(view, *chunk,
						pxt_state_read(state));

			pxt_add_relaxed(&segment->lost, -lost);
			lost = exact;
		}
		if (take_over(view, move, *chunk, state, lost))
			return true;
		/* The reader has it now, so there is one full chunk less. */
		if (least)
			least--;
	}
	return false;
}

/* One that was freed. */
static bool take_free(const struct pxt_view *view, struct pxt_move *move,
		      uint32_t *chunk)
{
	struct pxt_queue *queue = &view->segment->free;

	/* Bounded: every round takes an entry. */
	for (uint32_t i = 0; i < 4 * view->free.size; i++) {
		uint64_t state;
		uint32_t seq;

		if (!pxt_queue_first(queue, &view->free, &seq, chunk))
			return false;
		state = pxt_load_relaxed(&view->states[*chunk]);
		begin_move(move, *chunk, state);
		if (!pxt_queue_take_at(queue, &view->free, seq))
			continue;
		/* A reader may pin it meanwhile, by the tail of a lane whose
		 * writer stopped before it had moved the tail on. */
		while (state & PXT_CHUNK_FREE)
			if (hold(view, move, *chunk, &state))
				return true;
	}
	return false;
}

/* One never used: whoever finds `fresh` behind moves it on. */
static bool take_fresh(const struct pxt_view *view, struct pxt_move *move,
		       uint32_t *chunk)
{
	_Atomic uint32_t *fresh = &view->segment->fresh;
	uint32_t n = pxt_load_relaxed(fresh);

	while (n < view->n_chunks) {
		uint64_t state = 0;
		bool ours;

		begin_move(move, n, 0);
		ours = hold(view, move, n, &state);
		*chunk = n;
		if (pxt_cas_relaxed(fresh, &n, n + 1))
			n++;
		if (ours)
			return true;
	}
	return false;
}

/* One that nobody uses.  ENOENT: there is none; ENOSPC: the file system has
 * no room for it. */
static int take_unused(const struct pxt_view *view, struct pxt_move *move,
		       uint32_t *chunk)
{
	if (!take_free(view, move, chunk) && !take_fresh(view, move, chunk))
		return ENOENT;
	if (!pxt_chunk_back(view, *chunk, PXT_CHUNK_SIZE_MIN)) {
		pxt_chunk_free(view, *chunk);
		return ENOSPC;
	}
	return 0;
}

int pxt_chunk_lease(const struct pxt_view *view, struct pxt_move *move,
		    uint32_t *chunk)
{
	struct pxt_chunk_header *header;
	int err = 0;

	if (!view->loop || !recycle(view, move, pxt_chunk_limit(view), chunk))
		err = take_unused(view, move, chunk);
	if (err && !(view->loop && recycle(view, move, err == ENOENT ? 0 :
					   view->n_full, chunk))) {
		move->chunk = 0;
		return ENOSPC;
	}
	header = pxt_chunk(view, *chunk);
	pxt_order_new_header();
	memset(header, 0, sizeof(*header));
	header->magic = PXT_CHUNK_MAGIC;
	header->lease = move->lease;
	return 0;
}

/*
 * By the state of the chunk, was it ours, or nobody's and no longer where it
 * is looked for?  Others may be taking it at the same moment, and then it is
 * theirs, or an entry more is passed over.
 */
void pxt_chunk_settle(const struct pxt_view *view, struct pxt_move *move,
		      bool is_named)
{
	const uint32_t chunk = move->chunk - 1, lease = move->was + 1;
	uint64_t state, lost = 0;

	if (chunk >= view->n_chunks)
		return;
	state = pxt_load_relaxed(&view->states[chunk]);
	if (state & PXT_CHUNK_FREE) {
		if (!pxt_queue_has(&view->segment->free, &view->free, chunk))
			pxt_chunk_free(view, chunk);
	} else if (pxt_state_lease(state) == move->was) {
		if (state & PXT_CHUNK_FULL &&
		    !pxt_queue_has(&view->segment->full, &view->full,
				   chunk)) {
			/* Counted before it was taken, unless it was pinned. */
			if (move->pinned && !(state & PXT_CHUNK_PINNED))
				lost = count_overwritten(view, chunk,
						pxt_state_read(state));
			if (take_over(view, move, chunk, state, lost))
				pxt_chunk_free(view, chunk);
		}
	} else if (move->lease == lease) {
		if (pxt_state_lease(state) == lease && !is_named)
			pxt_chunk_free(view, chunk);
	} else if (state == (pxt_state(lease, move->lane + 1) |
			     PXT_CHUNK_HELD)) {
		pxt_chunk_free(view, chunk);
	}
	move->chunk = 0;
}

bool pxt_chunk_reclaim(const struct pxt_view *view, uint32_t chunk,
		       uint32_t lease)
{
	pxt_chunk_state *state = &view->states[chunk];
	uint64_t old = pxt_load_relaxed(state);

	if (pxt_queue_has(&view->segment->full, &view->full, chunk))
		return false;
	while (pxt_state_lease(old) == lease && old & PXT_CHUNK_FULL &&
	       !(old & PXT_CHUNK_ORPHAN))
		if (pxt_order_recycle(state, &old,
				      old - PXT_CHUNK_FULL))
			return true;
	return false;
}

/* In memory that others map, so never more than there is. */
static uint32_t backed_now(const struct pxt_view *view, uint32_t chunk)
{
	uint32_t size = pxt_load_relaxed(&view->backed[chunk]) *
			(uint32_t)PXT_CHUNK_SIZE_MIN;

	return chunk < view->n_backed || size > view->chunk_size ?
	       view->chunk_size : size;
}

void pxt_chunk_prepare(const struct pxt_view *view)
{
	uint32_t next = pxt_load_relaxed(&view->segment->fresh);
	int saved = errno;

	/* If somebody takes it just now, his word of it may be overwritten: a
	 * little less than there is, so the pages are asked for once more. */
	if (next < view->n_chunks &&
	    pxt_load_relaxed(&view->backed[next]) == 0 &&
	    madvise(pxt_chunk(view, next), PXT_CHUNK_SIZE_MIN,
		    MADV_POPULATE_WRITE) == 0)
		pxt_store_relaxed(&view->backed[next], 1);
	errno = saved;
}

uint32_t pxt_chunk_back(const struct pxt_view *view, uint32_t chunk,
			uint32_t want)
{
	unsigned char *start = view->chunks + (size_t)chunk * view->chunk_size;
	uint32_t there = backed_now(view, chunk), size;
	int saved = errno;

	if (want <= there)
		return there;
	/* Double, so that few calls are made, but never far beyond need. */
	size = 2 * there > want ? 2 * there : want;
	size = (size + PXT_CHUNK_SIZE_MIN - 1) & ~(PXT_CHUNK_SIZE_MIN - 1u);
	if (size > view->chunk_size)
		size = view->chunk_size;
	/* A kernel without it (EINVAL) leaves it to the page fault. */
	if (madvise(start + there, size - there, MADV_POPULATE_WRITE) != 0 &&
	    errno != EINVAL)
		size = there;
	errno = saved;
	/* Relaxed: only the leaseholder looks at it. */
	pxt_store_relaxed(&view->backed[chunk],
			  (uint16_t)(size / PXT_CHUNK_SIZE_MIN));
	return size;
}

enum pxt_pin pxt_chunk_pin(const struct pxt_view *view, uint32_t chunk,
			   uint32_t lease)
{
	pxt_chunk_state *state = &view->states[chunk];
	uint64_t old = pxt_order_state(state);

	while (pxt_state_lease(old) == lease && !(old & PXT_CHUNK_HELD))
		if (pxt_order_pin(state, &old, old | PXT_CHUNK_PINNED))
			return old & PXT_CHUNK_PINNED ? PXT_PIN_NESTED :
			       PXT_PIN_HELD;
	return PXT_PIN_FAILED;
}

bool pxt_chunk_unpin(const struct pxt_view *view, uint32_t chunk,
		     uint32_t lease, enum pxt_pin pin, uint32_t read)
{
	const uint64_t flags = PXT_CHUNK_PINNED | PXT_CHUNK_ORPHAN |
			       PXT_CHUNK_FULL | PXT_CHUNK_FREE;
	pxt_chunk_state *state = &view->states[chunk];
	uint64_t old = pxt_load_relaxed(state);
	uint64_t keep = pin == PXT_PIN_HELD ? flags - PXT_CHUNK_PINNED : flags;

	do {
		/* The chunk of someone else, who knows nothing of the pin. */
		if (pxt_state_lease(old) != lease)
			return false;
		if (pin == PXT_PIN_HELD && old & PXT_CHUNK_ORPHAN)
			break;
		if (pxt_order_unpin(state, &old, pxt_state(lease, read) |
				    (old & keep)))
			return true;
	} while (true);
	/* Acquire: who gave it up had it from who closed it. */
	(void)pxt_load_acquire(state);
	/* Nobody else wants it now.  Told first, as by a writer: if we are
	 * killed in between it is still an orphan. */
	count_overwritten(view, chunk, read);
	/* Gone for who still wants it. */
	if (pxt_order_unpin(state, &old,
			    pxt_state(pxt_state_lease(old) + 1, 0)))
		pxt_chunk_free(view, chunk);
	return true;
}

void pxt_chunk_close(const struct pxt_view *view, uint32_t chunk)
{
	/* Release: who finds it closed and in no queue finds its header. */
	atomic_fetch_or_explicit(&view->states[chunk], PXT_CHUNK_FULL,
				 memory_order_release);
}

/* Release: what was done with the chunk is over, however it is found. */
void pxt_chunk_free(const struct pxt_view *view, uint32_t chunk)
{
	const uint64_t gone = PXT_CHUNK_FULL | PXT_CHUNK_ORPHAN;
	pxt_chunk_state *state = &view->states[chunk];
	uint64_t old = pxt_load_relaxed(state), next;

	do {
		next = (old & ~gone) | PXT_CHUNK_FREE;
		if (old & PXT_CHUNK_HELD)
			next = pxt_state(pxt_state_lease(old), 0) |
			       PXT_CHUNK_FREE;
	} while (!pxt_order_unpin(state, &old, next));
	pxt_queue_put(&view->segment->free, &view->free, chunk);
}

bool pxt_chunk_retire(const struct pxt_view *view, uint32_t chunk,
		      uint32_t lease)
{
	pxt_chunk_state *state = &view->states[chunk];
	uint64_t old = pxt_load_relaxed(state);

	while (pxt_state_lease(old) == lease && old & PXT_CHUNK_FULL &&
	       !(old & PXT_CHUNK_ORPHAN))
		if (pxt_order_unpin(state, &old, old - PXT_CHUNK_FULL +
				    PXT_CHUNK_FREE)) {
			pxt_queue_put(&view->segment->free, &view->free,
				      chunk);
			return true;
		}
	return false;
}
