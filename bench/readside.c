/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * What does it cost a reader of the registry of streams to say that it is
 * reading?  Side by side, interleaved, the best of many rounds: the words of
 * process/thread.h, and liburcu's bulletproof flavour, in line.
 *
 *   readside    prints nanoseconds for each
 */
#define _LGPL_SOURCE
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <time.h>
#include <urcu/urcu-bp.h>

enum { ROUNDS = 200, CALLS = 100000 };

static _Atomic uint32_t shown;
static __thread unsigned depth;
static volatile uint64_t registry;

static double now_ns(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return 1e9 * (double)t.tv_sec + (double)t.tv_nsec;
}

static __attribute__((noinline)) void by_depth(void)
{
	atomic_store_explicit(&shown, depth + 1, memory_order_relaxed);
	depth++;
	atomic_signal_fence(memory_order_seq_cst);
	(void)registry;
	atomic_signal_fence(memory_order_seq_cst);
	depth--;
	atomic_store_explicit(&shown, depth, memory_order_release);
}

static __attribute__((noinline)) void by_urcu(void)
{
	urcu_bp_read_lock();
	(void)registry;
	urcu_bp_read_unlock();
}

static __attribute__((noinline)) void by_nothing(void)
{
	(void)registry;
}

static double time_of(void (*call)(void))
{
	double start = now_ns();

	for (int i = 0; i < CALLS; i++)
		call();
	return (now_ns() - start) / CALLS;
}

int main(void)
{
	void (*const call[])(void) = { by_nothing, by_depth, by_urcu };
	const char *const name[] = { "nothing", "depth", "liburcu-bp" };
	double best[] = { 1e9, 1e9, 1e9 };

	for (int round = 0; round < ROUNDS; round++)
		for (int i = 0; i < 3; i++) {
			double ns = time_of(call[i]);

			if (ns < best[i])
				best[i] = ns;
		}
	for (int i = 0; i < 3; i++)
		printf("%-12s %6.2f ns\n", name[i], best[i]);
	return 0;
}
