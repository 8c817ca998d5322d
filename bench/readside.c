/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * The cost of a read section, which protects data that another thread may remove.
 * Measured alternately, minimum of many rounds: the frame of a thread that
 * traces, as a trace point stores it (process/thread.h); a read section of
 * liburcu's bulletproof flavour, inline, as in functions with a trace_id_t
 * (base/rcu.h), and by calls of liburcu.
 *
 *   readside    prints nanoseconds for each
 */
#include <stdint.h>
#include <stdio.h>
#include <time.h>

#include "base/rcu.h"
#include "process/thread.h"

enum { ROUNDS = 200, CALLS = 100000 };

static struct pxt_thread record;
__thread struct pxt_thread_self pxt_thread_self;
static volatile uint64_t registry;

static double now_ns(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return 1e9 * (double)t.tv_sec + (double)t.tv_nsec;
}

static __attribute__((noinline)) void by_frame(void)
{
	struct pxt_thread *thread = pxt_thread_self.thread;
	char here;

	pxt_reader_enter(thread, 0, pxt_place_of(&here));
	(void)registry;
	pxt_reader_exit(thread, 0);
}

static __attribute__((noinline)) void by_section(void)
{
	urcu_bp_read_lock();
	(void)registry;
	urcu_bp_read_unlock();
}

/* urcu_bp_read_lock() as a function, for programs that do not inline it. */
#undef urcu_bp_read_lock
#undef urcu_bp_read_unlock
void urcu_bp_read_lock(void);
void urcu_bp_read_unlock(void);

static __attribute__((noinline)) void by_calls(void)
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
	static void (*const call[])(void) = {
		by_nothing, by_frame, by_section, by_calls,
	};
	static const char *const name[] = {
		"nothing", "frame", "section", "section, called",
	};
	enum { WAYS = sizeof(call) / sizeof(call[0]) };
	double best[WAYS] = { 1e9, 1e9, 1e9, 1e9 };

	pxt_thread_self.thread = &record;

	urcu_bp_register_thread();
	for (int round = 0; round < ROUNDS; round++)
		for (int i = 0; i < WAYS; i++) {
			double ns = time_of(call[i]);

			if (ns < best[i])
				best[i] = ns;
		}
	for (int i = 0; i < WAYS; i++)
		printf("%-16s %6.2f ns\n", name[i], best[i]);
	return 0;
}
