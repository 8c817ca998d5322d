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

static inline void pxt_fence_light(void)
{
	atomic_signal_fence(memory_order_seq_cst);
}

/* A real full barrier; an exchange, since ThreadSanitizer knows no fences. */
static inline void pxt_fence_full(void)
{
	_Atomic int word = 0;

	atomic_exchange_explicit(&word, 1, memory_order_seq_cst);
}

/* Make this process take part.  False: it has to use pxt_fence_full(). */
bool pxt_fence_register(void);

/*
 * Pass every running thread of every registered process through a full
 * barrier.  Where a sandbox has forbidden membarrier to this process since,
 * or the kernel has none, wait instead until they must have.
 */
void pxt_fence_heavy(void);

#endif
