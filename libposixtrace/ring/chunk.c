/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* Leasing, recycling, pinning and freeing chunks; see chunk.h. */
#include "ring/chunk.h"

#include <errno.h>
#include <string.h>

#include "ring/order.h"

uint32_t pxt_chunk_limit(const struct pxt_view *view)
{
	const uint32_t payload = view->chunk_size - PXT_CHUNK_HEADER_SIZE;
	/* Relaxed: raised before they are read, lowered some time later. */
	uint32_t begun = pxt_load_relaxed(&view->segment->begun);
	/* Relaxed: raised before the chunk is queued. */
	int64_t overhead = pxt_load_relaxed(&view->segment->overhead);
	uint64_t more = 0;

	/* So a chunk with owner records counts as much as its events do. */
	if (overhead > 0)
		more = ((uint64_t)overhead + payload - 1) / payload;
	if (more > view->n_chunks)
		more = view->n_chunks;
	return view->n_full + (uint32_t)more +
	       (begun < view->n_lanes ? begun : view->n_lanes);
}

/*
 * The number of unread events in records that are no longer written; *first is
 * the time of the first.
 */
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
	pxt_cursor_init_ring(&cursor, header, header + 1, read, used);
	if (!pxt_cursor_next(&cursor, &event))
		return 0;
	*first = event.ticks;
	/* Except for the rare half-read chunk the header has the count. */
	if (read == 0)
		return header->count;
	while (pxt_cursor_next(&cursor, &event))
		n++;
	return n;
}

void pxt_segment_overrun(struct pxt_segment *segment, uint64_t first,
			 uint64_t last)
{
	uint64_t earliest = pxt_load_relaxed(&segment->lost_first);

	while ((earliest == 0 || earliest > first) &&
	       !pxt_cas_relaxed(&segment->lost_first, &earliest, first))
		;
	pxt_max_relaxed(&segment->horizon, last);
}

/* Count `n` events as overwritten. */
static void lose(struct pxt_segment *segment, uint64_t n, uint64_t first,
		 uint64_t last)
{
	pxt_segment_overrun(segment, first, last);
	/* Release: a reader that loads the count, and then the horizon, finds
	 * the horizon at least at the counted events, so a gap is reported at
	 * its position. */
	atomic_fetch_add_explicit(&segment->lost, n, memory_order_release);
}

/*
 * Count the unread events of a full chunk that is about to be overwritten as
 * lost, and raise the horizon: readers then drop events as old as that from
 * other chunks, too, so that what they report has no hole.  Both are stored
 * before the chunk is taken: if the writer dies in between, no loss is
 * unreported, and a reader that finds the chunk gone finds the horizon
 * raised.  If two writers want the same chunk, one of them takes its count
 * back, which a reader may have reported already: the reported number may be
 * too high, never too low.  `counted` of them have been counted before, and only
 * the difference is added: a writer that dies has not counted them twice.
 * Returns the number, for taking it back.
 */
static uint64_t count_overwritten(const struct pxt_view *view, uint32_t chunk,
				  uint32_t read, uint64_t counted)
{
	uint64_t first = 0, n = count_unread(view, chunk, read, &first);

	if (n == 0)
		pxt_add_relaxed(&view->segment->lost, -counted);
	else if (n != counted)
		lose(view->segment, n - counted, first,
		     pxt_chunk(view, chunk)->last);
	return n;
}

/*
 * Another party has the chunk, or gets it, so what this writer counted is not
 * lost, or counted twice.  A handler that does not return may interrupt the
 * writer between the two words: then the number is too high.
 */
static void take_count_back(const struct pxt_view *view, struct pxt_move *move)
{
	const uint64_t counted = move->counted;

	move->counted = 0;
	pxt_add_relaxed(&view->segment->lost, -counted);
}

/*
 * Other parties may be storing what is read here.  It is used only if the
 * chunk is found where it was afterwards, so ThreadSanitizer ignores this.
 */
__attribute__((no_sanitize("thread")))
static void copy_words(const struct pxt_view *view, uint32_t chunk,
		       uint32_t at, size_t n, void *to)
{
	typedef uint64_t __attribute__((may_alias)) word;
	const volatile word *from = (const volatile void *)
		((unsigned char *)pxt_chunk(view, chunk) + at);

	for (size_t i = 0; i < n; i++)
		((word *)to)[i] = from[i];
}

void pxt_chunk_snapshot(const struct pxt_view *view, uint32_t chunk,
			struct pxt_chunk_header *copy)
{
	copy_words(view, chunk, 0, sizeof(*copy) / 8, copy);
}

/* The chunk is about to be leased; if that fails, `was` is still its lease. */
static void begin_move(struct pxt_move *move, uint32_t chunk, uint64_t state)
{
	move->lease = 0;
	move->counted = 0;
	move->was = pxt_state_lease(state);
	move->chunk = chunk + 1;
}

/*
 * Lease a chunk that was in state *old to this writer, under its next lease.
 * No other party changes the word while it is HELD.
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
	/* Release, like the exchange above: readers see this store. */
	pxt_store_release(&view->states[chunk], pxt_state(lease, 0));
	return true;
}

/* A chunk that was full is the caller's. */
static void forget_owners(const struct pxt_view *view, uint32_t chunk)
{
	const uint32_t bytes = pxt_chunk_overhead(view, pxt_chunk(view, chunk));

	if (bytes)
		pxt_add_relaxed(&view->segment->overhead, -(int64_t)bytes);
}

/*
 * Lease a full chunk that this writer has taken out of the queue, where it was
 * in this state.  False: another party has it.  A reader that has it pinned
 * frees it in the end.
 */
static bool take_over(const struct pxt_view *view, struct pxt_move *move,
		      uint32_t chunk, uint64_t state)
{
	/* Each time round it was pinned, unpinned or read further.  It may have
	 * been reopened by its own writer. */
	while (pxt_state_lease(state) == move->was && state & PXT_CHUNK_FULL &&
	       !(state & PXT_CHUNK_ORPHAN)) {
		if (state & PXT_CHUNK_PINNED) {
			/* The reader counts what it has not read. */
			take_count_back(view, move);
			if (pxt_cas_acq_rel(&view->states[chunk], &state,
					    state | PXT_CHUNK_ORPHAN))
				return false;
		} else {
			/* Exactly: it is in the queue no more. */
			move->counted = count_overwritten(view, chunk,
					pxt_state_read(state), move->counted);
			if (hold(view, move, chunk, &state)) {
				forget_owners(view, chunk);
				return true;
			}
		}
	}
	take_count_back(view, move);
	return false;
}

/* The entry of a full chunk, and the state that the chunk was in. */
struct entry {
	uint32_t seq, chunk;
	uint64_t state;
};

/*
 * The oldest full chunk, if at least `least` are queued.  The check applies to
 * the sequence number that is then taken: a writer that is delayed in between
 * finds that number gone, and does not take a newer chunk because the queue
 * was full earlier.
 */
static bool find_oldest(const struct pxt_view *view, uint32_t least,
			struct entry *oldest)
{
	struct pxt_queue *queue = &view->segment->full;
	int32_t ahead;

	if (!pxt_queue_first(queue, &view->full, &oldest->seq, &oldest->chunk))
		return false;
	/* Signed: the tail is a hint, and may be behind. */
	ahead = (int32_t)(pxt_load_relaxed(&queue->tail) - oldest->seq);
	oldest->state = pxt_load_relaxed(&view->states[oldest->chunk]);
	return !least || ahead >= (int64_t)least;
}

/*
 * The unread events of a chunk that another writer may be taking: their number
 * and times are in the header.  0: nothing is unread, or it cannot be decoded.
 */
static uint64_t peek_unread(const struct pxt_view *view,
			    const struct entry *entry, uint64_t *first,
			    uint64_t *last)
{
	uint32_t read = pxt_state_read(entry->state) & ~7u;
	struct pxt_chunk_header header;
	uint64_t record[2], after;
	unsigned id = PXT_ID_OWNER;

	pxt_chunk_snapshot(view, entry->chunk, &header);
	if (header.used > view->chunk_size - PXT_CHUNK_HEADER_SIZE)
		return 0;
	/* Bounded: each is behind the one before. */
	for (; id == PXT_ID_OWNER; read += PXT_OWNER_SIZE) {
		if ((uint64_t)read + sizeof(record) > header.used)
			return 0;
		copy_words(view, entry->chunk, PXT_CHUNK_HEADER_SIZE + read, 2,
			   record);
		id = record[1] >> 48 & 0x7fff;
	}
	after = (record[0] - header.base) & PXT_TICKS_MASK;
	*first = header.base + (after > PXT_CHUNK_SPAN ? 0 : after);
	*last = header.last;
	return id != 0 && id < PXT_ID_SPACE ? header.count : 0;
}

/*
 * Take the oldest full chunk out of the queue.  Its events are counted before,
 * unless the reader has it pinned.  False: another party was quicker.
 */
static bool take_entry(const struct pxt_view *view, struct pxt_move *move,
		       const struct entry *oldest)
{
	struct pxt_queue *queue = &view->segment->full;
	uint64_t n = 0, first = 0, last = 0;
	uint32_t again;

	if (!(oldest->state & PXT_CHUNK_PINNED))
		n = peek_unread(view, oldest, &first, &last);
	pxt_order_snapshot();
	if (!pxt_queue_peek(queue, &view->full, oldest->seq, &again) ||
	    again != oldest->chunk)
		return false;
	begin_move(move, oldest->chunk, oldest->state);
	if (n) {
		lose(view->segment, n, first, last);
		move->counted = n;
	}
	if (pxt_queue_take_at(queue, &view->full, oldest->seq))
		return true;
	take_count_back(view, move);
	return false;
}

/* Overwrite the oldest full chunk, if at least `least` are queued. */
static bool recycle(const struct pxt_view *view, struct pxt_move *move,
		    uint32_t least, uint32_t *chunk)
{
	/* Bounded: every iteration takes an entry, and few can be pinned. */
	for (uint32_t i = 0; i < view->n_chunks; i++) {
		struct entry oldest;

		if (!find_oldest(view, least, &oldest))
			return false;
		if (!take_entry(view, move, &oldest))
			continue;
		pxt_store_relaxed(&view->segment->wrapped, 1);
		if (take_over(view, move, oldest.chunk, oldest.state)) {
			*chunk = oldest.chunk;
			return true;
		}
		/* The reader owns that chunk now, so there is one full chunk
		 * less. */
		if (least)
			least--;
	}
	return false;
}

/* A chunk that was freed. */
static bool take_free(const struct pxt_view *view, struct pxt_move *move,
		      uint32_t *chunk)
{
	struct pxt_queue *queue = &view->segment->free;

	/* Bounded: every iteration takes an entry. */
	for (uint32_t i = 0; i < 4 * view->free.size; i++) {
		uint64_t state;
		uint32_t seq;

		if (!pxt_queue_first(queue, &view->free, &seq, chunk))
			return false;
		state = pxt_load_relaxed(&view->states[*chunk]);
		begin_move(move, *chunk, state);
		if (!pxt_queue_take_at(queue, &view->free, seq))
			continue;
		/* A reader may pin it meanwhile, because the tail of a lane
		 * still names it: that lane's writer was interrupted before it
		 * stored the next tail. */
		while (state & PXT_CHUNK_FREE)
			if (hold(view, move, *chunk, &state))
				return true;
	}
	return false;
}

/*
 * A chunk that was never used.  Any writer that finds `fresh` behind advances
 * it.
 */
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

/*
 * An unused chunk.  ENOENT: there is none; ENOSPC: the file system has no room
 * for it.
 */
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
 * Free a chunk that was leased, and perhaps overwrites events: these are lost,
 * also if this is interrupted and the chunk found free.
 */
static void give_up(const struct pxt_view *view, struct pxt_move *move,
		    uint32_t chunk)
{
	move->counted = 0;
	pxt_chunk_free(view, chunk);
}

/*
 * The state of the chunk tells whether this writer had leased it, or whether
 * it is in no queue where it should be.  Another writer may be taking it at
 * the same time; then that writer gets it, or a superfluous entry is skipped
 * later.
 */
void pxt_chunk_settle(const struct pxt_view *view, struct pxt_move *move,
		      bool is_named)
{
	const uint32_t chunk = move->chunk - 1, lease = move->was + 1;
	uint64_t state;

	if (chunk >= view->n_chunks)
		return;
	state = pxt_load_relaxed(&view->states[chunk]);
	if (state & PXT_CHUNK_FREE) {
		take_count_back(view, move);
		/* Only an entry: another writer may have taken the chunk out of
		 * the queue, or have leased it by now. */
		if (!pxt_queue_has(&view->segment->free, &view->free, chunk))
			pxt_queue_put(&view->segment->free, &view->free, chunk);
	} else if (pxt_state_lease(state) == move->was) {
		if (!(state & PXT_CHUNK_FULL) ||
		    pxt_queue_has(&view->segment->full, &view->full, chunk))
			take_count_back(view, move);
		else if (take_over(view, move, chunk, state))
			give_up(view, move, chunk);
	} else if (move->lease == lease) {
		if (pxt_state_lease(state) == lease && !is_named)
			give_up(view, move, chunk);
	} else if (state == (pxt_state(lease, move->lane + 1) |
			     PXT_CHUNK_HELD)) {
		give_up(view, move, chunk);
	} else {
		take_count_back(view, move);
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

bool pxt_chunk_pin(const struct pxt_view *view, uint32_t chunk, uint32_t lease,
		   uint32_t *read)
{
	pxt_chunk_state *state = &view->states[chunk];
	uint64_t old = pxt_order_state(state);

	while (pxt_state_lease(old) == lease && !(old & PXT_CHUNK_HELD))
		if (pxt_order_pin(state, &old, old | PXT_CHUNK_PINNED)) {
			*read = pxt_state_read(old);
			return true;
		}
	return false;
}

/* No other party wants a chunk that a writer has given up while it was pinned. */
static void free_orphan(const struct pxt_view *view, uint32_t chunk,
			uint32_t read, uint64_t old)
{
	pxt_chunk_state *state = &view->states[chunk];

	/* Acquire: the writer that set ORPHAN had acquired the chunk from the
	 * one that marked it full. */
	(void)pxt_load_acquire(state);
	/* Counted first, as by a writer: if this process is killed in between,
	 * the chunk is still an orphan. */
	count_overwritten(view, chunk, read, 0);
	/* A new lease, so that it is gone for parties that still look for
	 * it. */
	if (pxt_order_unpin(state, &old,
			    pxt_state(pxt_state_lease(old) + 1, 0))) {
		forget_owners(view, chunk);
		pxt_chunk_free(view, chunk);
	}
}

bool pxt_chunk_unpin(const struct pxt_view *view, uint32_t chunk,
		     uint32_t lease, uint32_t read)
{
	const uint64_t keep = PXT_CHUNK_FULL | PXT_CHUNK_FREE;
	pxt_chunk_state *state = &view->states[chunk];
	uint64_t old = pxt_load_relaxed(state);

	/* Under another lease it is not pinned by this reader. */
	while (pxt_state_lease(old) == lease) {
		if (old & PXT_CHUNK_ORPHAN) {
			free_orphan(view, chunk, read, old);
			return true;
		}
		if (pxt_order_unpin(state, &old,
				    pxt_state(lease, read) | (old & keep)))
			return true;
	}
	return false;
}

bool pxt_chunk_mark_read(const struct pxt_view *view, uint32_t chunk,
			 uint32_t lease, uint32_t read)
{
	pxt_chunk_state *state = &view->states[chunk];
	uint64_t old = pxt_order_state(state);

	while (pxt_state_lease(old) == lease && !(old & PXT_CHUNK_HELD))
		if (pxt_order_unpin(state, &old,
				    pxt_state(lease, read) | (old & 0xff)))
			return true;
	return false;
}

void pxt_chunk_close(const struct pxt_view *view, uint32_t chunk)
{
	/* Release: a reader that finds it full and in no queue finds its
	 * header. */
	atomic_fetch_or_explicit(&view->states[chunk], PXT_CHUNK_FULL,
				 memory_order_release);
}

/* Release: all accesses to the chunk precede this, however it is found. */
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
