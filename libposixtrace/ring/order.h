/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * Every ordered access of the ring, each pair in one place.  All other
 * accesses to shared words are relaxed, and say why nothing depends on their
 * order.
 *
 *   (A) a writer commits            ->  (B) a reader sees how far it may read
 *   (C) a writer begins, then asks  <-> (D) a controller says, then looks
 *   (E) a chunk is handed over      ->  (F) another party takes it
 *   (G) a reader unpins a chunk     ->  (H) a writer recycles it
 *   (I) a lane is given back        ->  (J) another thread claims it
 *   (K) a loss is reported, then    ->  (L) a reader finds the chunk gone, and
 *       its chunk is taken                  looks up what was lost
 *   (M) a chunk is taken, then      ->  (N) someone takes a snapshot of the
 *       its header changed                  header, and asks whether the chunk
 *                                           is there
 *   (O) an owner record is committed,   ->  (P) a reader finds a name, and asks
 *       the header tells of it, then            whose it is
 *       has the name of the new owner
 *
 * tests/weaken.sh relaxes each letter up to (J) in turn and requires that a
 * test fails.  On x86 the processor keeps the order of the others by itself,
 * and a compiler has no reason to change it; tests/models shows what they are
 * for.
 */
#ifndef PXT_RING_ORDER_H
#define PXT_RING_ORDER_H

#include <stdbool.h>
#include <stdint.h>

#include "base/atomic.h"
#include "base/clock.h"
#include "base/fence.h"

/* A word of a chunk's header that changes while the chunk is open. */
typedef _Atomic uint64_t __attribute__((may_alias)) pxt_header_word;

/*
 * (A) pairs with (B): the records are stored before a tail covers them, and so
 * are the header of the chunk that the tail names and the entry of the
 * previous chunk in the queue of full ones.
 */
static inline void pxt_order_commit(_Atomic uint64_t *tail, uint64_t value)
{
	pxt_store_release(tail, value); /* (A) */
}

/* (B) pairs with (A): what the tail covers can be read now. */
static inline uint64_t pxt_order_committed(_Atomic uint64_t *tail)
{
	return pxt_load_acquire(tail); /* (B) */
}

/*
 * (C) pairs with (D): the writer marks its tail busy and then reads the clock
 * and the run word; a controller changes the run word, or reads the clock, and
 * then reads the tails.  Either the controller sees the tail busy (or the
 * record committed), or the writer has a later time stamp and sees the new run
 * word.  `full` where membarrier is not available: then the reading of the
 * counter must also stay behind the fence, which by itself orders memory
 * accesses only.
 */
static inline void pxt_order_begin(_Atomic uint64_t *tail, uint64_t value,
				   bool full)
{
	pxt_store_relaxed(tail, value);
	pxt_fence_light(); /* (C) */
	if (pxt_unlikely(full)) {
		pxt_fence_full(); /* (C) */
		pxt_clock_order_fenced();
	}
}

/* (D) pairs with (C), of writers of this process, and of others too if the
 * stream may have such: pxt_view.others. */
static inline void pxt_order_decide(bool others)
{
	pxt_fence_heavy(others); /* (D) */
}

/*
 * (E) pairs with (F): all accesses to a chunk, writing its records and header
 * or reading them, precede its entry in a queue.
 */
static inline bool pxt_order_hand_over(_Atomic uint64_t *cell,
				       uint64_t *expected, uint64_t value)
{
	return atomic_compare_exchange_strong_explicit(cell, expected, value,
			memory_order_release, memory_order_relaxed); /* (E) */
}

/*
 * (F) pairs with (E): the chunk belongs to the party that takes it.  (K): a
 * party that finds it gone finds the horizon that the taker has raised before.
 */
static inline bool pxt_order_take_over(_Atomic uint64_t *cell,
				       uint64_t *expected, uint64_t value)
{
	return atomic_compare_exchange_strong_explicit(cell, expected, value,
			memory_order_acq_rel, /* (F) */ /* (K) */
			memory_order_relaxed);
}

/*
 * (F) too, for parties that look before they take; and for a reader that finds
 * no entry this is (L).
 */
static inline uint64_t pxt_order_look(_Atomic uint64_t *cell)
{
	return pxt_load_acquire(cell); /* (F) */
}

/*
 * (G) pairs with (H): the reader has copied what it needs before the chunk is
 * unpinned.
 */
static inline bool pxt_order_unpin(_Atomic uint64_t *state,
				   uint64_t *expected, uint64_t value)
{
	return atomic_compare_exchange_strong_explicit(state, expected, value,
			memory_order_release, memory_order_relaxed); /* (G) */
}

/*
 * (H) pairs with (G): no reader uses the chunk any more.  (K) as when taking.
 */
static inline bool pxt_order_recycle(_Atomic uint64_t *state,
				     uint64_t *expected, uint64_t value)
{
	return atomic_compare_exchange_strong_explicit(state, expected, value,
			memory_order_acq_rel, /* (H) */ /* (K) */
			memory_order_relaxed);
}

/*
 * (L) pairs with (K): a reader that finds the chunk under another lease finds
 * the horizon raised, so that a gap is reported before the events behind it.
 */
static inline uint64_t pxt_order_state(_Atomic uint64_t *state)
{
	return pxt_load_acquire(state); /* (L) */
}

static inline bool pxt_order_pin(_Atomic uint64_t *state, uint64_t *expected,
				 uint64_t value)
{
	return atomic_compare_exchange_strong_explicit(state, expected, value,
			memory_order_acquire, memory_order_acquire); /* (L) */
}

/*
 * (M) pairs with (N): the chunk is taken before its header changes.  Otherwise
 * a writer that takes a snapshot of the header, and finds the chunk still
 * queued, could use the time of the new owner, which is now, as the time of
 * the lost events, and readers would drop everything.  A reader that finds the
 * chunk under the same lease would take the new owner's records for those of
 * the old one.
 */
static inline void pxt_order_new_header(void)
{
	pxt_fence_release(); /* (M) */
}

/* (N) pairs with (M). */
static inline void pxt_order_snapshot(void)
{
	pxt_fence_acquire(); /* (N) */
}

/*
 * (I) pairs with (J): all accesses to a lane by its last owner, and by the
 * reader after that, precede its release.
 */
static inline void pxt_order_give_lane(_Atomic uint64_t *owner)
{
	pxt_store_release(owner, 0); /* (I) */
}

/* (J) pairs with (I). */
static inline bool pxt_order_claim_lane(_Atomic uint64_t *owner,
					uint64_t *expected, uint64_t value)
{
	return atomic_compare_exchange_strong_explicit(owner, expected, value,
			memory_order_acquire, memory_order_relaxed); /* (J) */
}

/*
 * (O) pairs with (P): the owner record is committed before the header tells of
 * it, and that is before the header has the new owner's name.
 */
static inline void pxt_order_tell_owner(pxt_header_word *word, uint64_t value)
{
	pxt_store_release(word, value); /* (O) */
	pxt_fence_release(); /* (O) */
}

/*
 * (P) pairs with (O): a reader that has loaded the new owner's name finds that
 * there is an owner record, and may read it.
 */
static inline uint64_t pxt_order_owners(pxt_header_word *word)
{
	pxt_fence_acquire(); /* (P) */
	return pxt_load_acquire(word); /* (P) */
}

#endif
