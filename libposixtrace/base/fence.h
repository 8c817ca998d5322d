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
 * full.  It works in a process, and between processes, when each of them has
 * called pxt_fence_register(); one that could not (no membarrier in the kernel,
 * or forbidden by a sandbox) must use pxt_fence_full() on its often side.
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
 * A real full barrier.  ThreadSanitizer does not support fences and gets an
 * exchange; other builds do not, because an exchange by load-linked and
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

/* Acquire and release fences.  ThreadSanitizer supports neither. */
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

/* Register this process.  False: it must use pxt_fence_full(). */
bool pxt_fence_register(void);

/*
 * Make every running thread of this process execute a full barrier, and with
 * `others` those of all registered processes.  With others, or if membarrier is
 * missing, or a sandbox has forbidden it meanwhile, this waits: until each must
 * have executed one, or its stores must have become visible.
 */
void pxt_fence_heavy(bool others);

/*
 * The same for this process only, without waiting.  False: not available; then
 * stores are visible after PXT_FENCE_SETTLING_NS.
 */
bool pxt_fence_heavy_now(void);

/*
 * Stores that a processor has executed become visible within a few microseconds
 * by themselves; a thread that was descheduled has executed a barrier.
 */
enum {
	PXT_FENCE_OTHERS_NS = 100000,	/* in addition to membarrier */
	PXT_FENCE_SETTLING_NS = 1000000, /* without it */
};

#endif
