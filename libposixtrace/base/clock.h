/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * The clock of event time stamps: the cheapest monotonic counter there is.
 *
 * Ticks are those of the invariant time stamp counter where the kernel
 * itself trusts it (x86-64 with clocksource tsc), of the virtual counter on
 * arm64, otherwise nanoseconds of CLOCK_MONOTONIC.  They never wrap in
 * 64 bits and no step of the wall clock moves them.  An anchor ties ticks to
 * CLOCK_MONOTONIC; model/timeline.h turns ticks into time between anchors.
 */
#ifndef PXT_BASE_CLOCK_H
#define PXT_BASE_CLOCK_H

#include <stdbool.h>
#include <stdint.h>
#include <time.h>

#include "base/atomic.h"

enum pxt_clock_kind {
	PXT_CLOCK_COUNTER = 1,		/* the processor's counter */
	PXT_CLOCK_MONOTONIC = 2,	/* nanoseconds */
};

/* The same moment on two clocks. */
struct pxt_anchor {
	uint64_t ticks;
	uint64_t ns;			/* CLOCK_MONOTONIC, the caller's */
};

uint64_t pxt_clock_ns(clockid_t clock);

/* Tests can make the counter slower, by this many powers of two. */
#ifndef PXT_COUNTER_SHIFT
#define PXT_COUNTER_SHIFT 0
#endif

static inline uint64_t pxt_clock_counter(void)
{
#if defined(__x86_64__)
	return __builtin_ia32_rdtsc() >> PXT_COUNTER_SHIFT;
#elif defined(__aarch64__)
	uint64_t ticks;

	__asm__ volatile("mrs %0, cntvct_el0" : "=r"(ticks));
	return ticks >> PXT_COUNTER_SHIFT;
#else
	return pxt_clock_ns(CLOCK_MONOTONIC);
#endif
}

/*
 * Can the counter stay the same for so long that one thread notifies another, which
 * records an event?  That takes at least some 30 ns.  The counter of a PC advances
 * much faster.  Those of arm64 count at 8 MHz to 1 GHz, and CNTFRQ_EL0 does not tell
 * by how much they advance at once: a counter of 1 GHz may do so each 40 ns.
 */
static inline bool pxt_clock_is_coarse(void)
{
#if defined(__aarch64__)
	return true;
#else
	return PXT_COUNTER_SHIFT > 5;
#endif
}

/* Loads before this are complete before the counter is read after it. */
static inline void pxt_clock_order_loads(void)
{
#if defined(__x86_64__)
	__builtin_ia32_lfence();
#elif defined(__aarch64__)
	uint64_t any;

	/* ISB waits for a load only if a branch depends on it; that load waits
	 * for earlier ones. */
	__asm__ volatile("dmb ishld\n\t"
			 "ldr %0, [sp]\n\t"
			 "cbnz %0, 1f\n"
			 "1:\tisb" : "=r"(any) :: "memory");
#endif
}

/*
 * Order earlier loads before the next reading of the counter.  Otherwise a
 * processor may read it up to microseconds early, while it waits for a cache
 * line that another processor writes.  Costs about 8 ns on a PC.
 *
 * With a coarse counter, also wait for the next tick: events of one tick have
 * no order, so what is recorded after this must have a later tick than any
 * event that the caller can know of.
 */
static inline void pxt_clock_order(void)
{
	pxt_clock_order_loads();
	if (pxt_clock_is_coarse()) {
		uint64_t before = pxt_clock_counter();

		while (pxt_clock_counter() == before)
			;
		pxt_clock_order_loads();
	}
}

/*
 * The same after a full fence, which makes earlier stores visible but orders no
 * reading of a counter.  On x86 such a fence is a locked instruction; on some
 * processors (AMD Zen) what LFENCE then waits for is its result, and not that
 * those stores have become visible.  It does wait for an MFENCE.
 */
static inline void pxt_clock_order_fenced(void)
{
#if defined(__x86_64__)
	__builtin_ia32_mfence();
#elif defined(__aarch64__)
	__asm__ volatile("dsb ish" ::: "memory");
#endif
	pxt_clock_order();
}

/* The time in ticks, not ordered with other instructions; see
 * pxt_clock_order(). */
static inline uint64_t pxt_clock_ticks(enum pxt_clock_kind kind)
{
	if (pxt_likely(kind == PXT_CLOCK_COUNTER))
		return pxt_clock_counter();
	return pxt_clock_ns(CLOCK_MONOTONIC);
}

/* The best clock of this machine.  Makes system calls. */
enum pxt_clock_kind pxt_clock_best(void);

/* Can this process read the clock `kind`, which another process chose? */
bool pxt_clock_is_readable(uint32_t kind);

/* The same moment on both clocks, as exactly as possible. */
struct pxt_anchor pxt_clock_anchor(enum pxt_clock_kind kind);

/* The resolution of time stamps in nanoseconds, at least 1. */
uint64_t pxt_clock_resolution_ns(void);

/* The nearest time that there is, where a time_t has 32 bits. */
static inline struct timespec pxt_clock_timespec(int64_t ns)
{
	int64_t sec = ns / 1000000000;
	struct timespec t = { .tv_nsec = (long)(ns % 1000000000) };

	if (t.tv_nsec < 0) {
		t.tv_nsec += 1000000000;
		sec--;
	}
	t.tv_sec = (time_t)sec;
	if (t.tv_sec != sec)
		t = (struct timespec){ (time_t)(sec < 0 ? INT32_MIN : INT32_MAX),
				       sec < 0 ? 0 : 999999999 };
	return t;
}

#endif
