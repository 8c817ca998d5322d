/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * For GenMC: the real ring/queue.c, in every execution that the C memory model
 * allows.  Two threads put a chunk each, one takes the oldest entry, and one
 * takes like a writer of a LOOP stream: it looks, and then takes the entry that
 * it saw.  MORTAL is the set of the parties that may die, each before any of
 * its exchanges; nothing else changes shared memory.
 *
 * Every entry that was put comes out once, whichever party died.  The party
 * that takes it sees what was written before the put (E, F).  The queue stays
 * usable.
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

enum { PUT_0 = 1, PUT_1 = 2, TAKE = 4, TAKE_SEEN = 8 };
enum { SIZE = 2, PARTIES = 5 };

#ifndef MORTAL
#define MORTAL (PUT_0 | TAKE_SEEN)
#endif

/* One counter per party, so that counting orders nothing. */
static int puts[PARTIES][SIZE], takes[PARTIES][SIZE];
static _Thread_local int me = PARTIES - 1;
static _Atomic uint64_t cell[SIZE];
static _Atomic bool killed;

/* A party in MORTAL may die before this step. */
static void step(void)
{
	if (me < PARTIES - 1 && MORTAL & 1 << me &&
	    atomic_load_explicit(&killed, memory_order_relaxed))
		pthread_exit(NULL);
}

static bool counted(const void *at, uint64_t old, uint64_t new, bool done)
{
	if (done && (at == &cell[0] || at == &cell[1])) {
		if ((uint32_t)new)
			puts[me][(uint32_t)new - 1]++;
		else
			takes[me][(uint32_t)old - 1]++;
	}
	return done;
}

#undef atomic_compare_exchange_strong_explicit
#define atomic_compare_exchange_strong_explicit(at, expected, new, yes, no) \
	({ \
		step(); \
		uint64_t there = *(expected), next = (new); \
		bool done = __c11_atomic_compare_exchange_strong(at, expected, \
								 new, yes, no); \
		counted((const void *)(at), there, next, done); \
	})

#include "ring/queue.c"

static struct pxt_queue queue;
static const struct pxt_cells cells = { cell, SIZE, SIZE };
static int data[SIZE];			/* a race if (E) or (F) is too weak */

static void use(uint32_t chunk)
{
	assert(chunk < SIZE && data[chunk] == 1);
	data[chunk] = 2;
}

static void put(int party, uint32_t chunk)
{
	me = party;
	data[chunk] = 1;
	assert(pxt_queue_put(&queue, &cells, chunk));
}

static void *put_0(void *arg)
{
	put(0, 0);
	return arg;
}

static void *put_1(void *arg)
{
	put(1, 1);
	return arg;
}

static void *take(void *arg)
{
	uint32_t chunk;

	me = 2;
	if (pxt_queue_take(&queue, &cells, &chunk))
		use(chunk);
	return arg;
}

static void *take_seen(void *arg)
{
	uint32_t seq, chunk;

	me = 3;
	if (pxt_queue_first(&queue, &cells, &seq, &chunk) &&
	    pxt_queue_take_at(&queue, &cells, seq))
		use(chunk);
	return arg;
}

static void *kill_them(void *arg)
{
	atomic_store_explicit(&killed, true, memory_order_relaxed);
	return arg;
}

static int sum(int count[PARTIES][SIZE], int chunk)
{
	int n = 0;

	for (int party = 0; party < PARTIES; party++)
		n += count[party][chunk];
	return n;
}

int main(void)
{
	void *(*const parties[PARTIES])(void *) = {
		put_0, put_1, take, take_seen, kill_them,
	};
	pthread_t threads[PARTIES];
	uint32_t chunk;

	for (int i = 0; i < PARTIES; i++)
		pthread_create(&threads[i], NULL, parties[i], NULL);
	for (int i = 0; i < PARTIES; i++)
		pthread_join(threads[i], NULL);
	while (pxt_queue_take(&queue, &cells, &chunk))
		use(chunk);
	for (int i = 0; i < SIZE; i++) {
		assert(sum(takes, i) == sum(puts, i));
		assert(sum(puts, i) == 1 || (MORTAL & 1 << i && sum(puts, i) == 0));
	}
	for (uint32_t i = 0; i < SIZE; i++)
		assert(pxt_queue_put(&queue, &cells, i));
	for (uint32_t i = 0; i < SIZE; i++)
		assert(pxt_queue_take(&queue, &cells, &chunk) && chunk == i);
	assert(!pxt_queue_take(&queue, &cells, &chunk));
	return 0;
}
