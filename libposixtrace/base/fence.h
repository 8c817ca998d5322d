/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * An asymmetric fence: the side that runs often pays nothing, the side that
 * runs rarely makes every running thread pass a full barrier (membarrier).
 *
 *   often:   store X; pxt_fence_light(); load Y
 *   rarely:  store Y; pxt_fence_heavy(); load X
 *
 * At least one of the two sees the other's store, as if both fences were
 * full.  It works between processes when each of them has called
 * pxt_fence_register(); one that could not (no membarrier in the kernel, or
 * forbidden by a sandbox) must use pxt_fence_full() on its often side.
 */
#ifndef PXT_BASE_FENCE_H
#define PXT_BASE_FENCE_H

#include <stdatomic.h>
#include <stdbool.h>

#if defined(__SANITIZE_THREAD__)
#define PXT_THREAD_SANITIZER 1
#elif defined(__has_feature)
#define PXT_THREAD_SANITIZER __has_feature(thread_sanitizer)
#else
#define PXT_THREAD_SANITIZER 0
#endif

static inline void pxt_fence_light(void)
{
	atomic_signal_fence(memory_order_seq_cst);
}

/*
 * A real full barrier.  ThreadSanitizer knows no fences, so it gets an
 * exchange; other builds do not, since an exchange made of load-linked and
 * store-conditional orders nothing but itself.
 */
static inline void pxt_fence_full(void)
{
#if PXT_THREAD_SANITIZER
	_Atomic int word = 0;

	atomic_exchange_explicit(&word, 1, memory_order_seq_cst);
#else
	atomic_thread_fence(memory_order_seq_cst);
#endif
}

/* What was loaded before is there before what is loaded or stored after; and
 * what was done before, before what is stored after.  ThreadSanitizer knows
 * neither. */
static inline void pxt_fence_acquire(void)
{
#if PXT_THREAD_SANITIZER
	atomic_signal_fence(memory_order_acquire);
#else
	atomic_thread_fence(memory_order_acquire);
#endif
}

static inline void pxt_fence_release(void)
{
#if PXT_THREAD_SANITIZER
	atomic_signal_fence(memory_order_release);
#else
	atomic_thread_fence(memory_order_release);
#endif
}

/* Make this process take part.  False: it has to use pxt_fence_full(). */
bool pxt_fence_register(void);

/*
 * Pass every running thread of every registered process through a full
 * barrier.  Where a sandbox has forbidden membarrier to this process since,
 * or the kernel has none, wait instead until they must have.
 */
void pxt_fence_heavy(void);

/*
 * The same without ever waiting.  False: it is not available; but what was
 * stored PXT_FENCE_SETTLING_NS ago is seen without it.
 */
bool pxt_fence_heavy_now(void);

/*
 * What a processor has executed reaches memory within microseconds, whatever
 * it does then; a thread that was descheduled has passed a barrier.
 */
enum { PXT_FENCE_SETTLING_NS = 1000000 };

#endif
