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

static inline uint64_t pxt_clock_counter(void)
{
#if defined(__x86_64__)
	return __builtin_ia32_rdtsc();
#elif defined(__aarch64__)
	uint64_t ticks;

	__asm__ volatile("mrs %0, cntvct_el0" : "=r"(ticks));
	return ticks;
#else
	return pxt_clock_ns(CLOCK_MONOTONIC);
#endif
}

/*
 * Let everything loaded before be there before the counter is read: otherwise
 * a processor may read it up to microseconds early, while it waits for a cache
 * line that another one is just writing.  Costs about 8 ns on a PC.
 */
static inline void pxt_clock_order(void)
{
#if defined(__x86_64__)
	__builtin_ia32_lfence();
#elif defined(__aarch64__)
	__asm__ volatile("isb" ::: "memory");
#endif
}

/* Ticks now, in no order with other instructions; see pxt_clock_order(). */
static inline uint64_t pxt_clock_ticks(enum pxt_clock_kind kind)
{
	if (pxt_likely(kind == PXT_CLOCK_COUNTER))
		return pxt_clock_counter();
	return pxt_clock_ns(CLOCK_MONOTONIC);
}

/* The best clock of this machine; asks the kernel, so not for hot paths. */
enum pxt_clock_kind pxt_clock_best(void);

/* Whether ticks of `kind`, named by someone else, can be read here. */
bool pxt_clock_is_readable(uint32_t kind);

/* The same moment by both clocks, as exactly as it can be had. */
struct pxt_anchor pxt_clock_anchor(enum pxt_clock_kind kind);

/* The resolution of time stamps, nanoseconds, at least 1. */
uint64_t pxt_clock_resolution_ns(void);

static inline struct timespec pxt_clock_timespec(int64_t ns)
{
	struct timespec t = {
		.tv_sec = (time_t)(ns / 1000000000),
		.tv_nsec = (long)(ns % 1000000000),
	};

	if (t.tv_nsec < 0) {
		t.tv_nsec += 1000000000;
		t.tv_sec--;
	}
	return t;
}

#endif
