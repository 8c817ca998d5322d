/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * Atomic access to shared words.  The memory order is in the name: grep for
 * _release to check all of them.  Which load pairs with which store is
 * documented where they are used; those of the ring are all in ring/order.h.
 */
#ifndef PXT_BASE_ATOMIC_H
#define PXT_BASE_ATOMIC_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#define pxt_load_relaxed(p)	atomic_load_explicit(p, memory_order_relaxed)
#define pxt_load_acquire(p)	atomic_load_explicit(p, memory_order_acquire)
#define pxt_store_relaxed(p, v)	atomic_store_explicit(p, v, memory_order_relaxed)
#define pxt_store_release(p, v)	atomic_store_explicit(p, v, memory_order_release)
#define pxt_add_relaxed(p, v)	atomic_fetch_add_explicit(p, v, memory_order_relaxed)
#define pxt_or_relaxed(p, v)	atomic_fetch_or_explicit(p, v, memory_order_relaxed)

/* Compare and swap; on failure *expected is the value found (acquire). */
#define pxt_cas_acq_rel(p, expected, v) \
	atomic_compare_exchange_strong_explicit(p, expected, v, \
			memory_order_acq_rel, memory_order_acquire)
#define pxt_cas_relaxed(p, expected, v) \
	atomic_compare_exchange_strong_explicit(p, expected, v, \
			memory_order_relaxed, memory_order_relaxed)

/* Raise *p to v if it is lower.  Relaxed: the word orders nothing else. */
static inline void pxt_max_relaxed(_Atomic uint64_t *p, uint64_t v)
{
	uint64_t old = pxt_load_relaxed(p);

	while (old < v && !pxt_cas_relaxed(p, &old, v))
		;
}

/* Is the word 0?  Compilers emit two instructions for a relaxed load. */
static inline bool pxt_is_zero_relaxed(const _Atomic uint32_t *p)
{
#if defined(__x86_64__) && !defined(__SANITIZE_THREAD__)
	bool is_zero;

	__asm__ volatile("cmpl $0, %1" : "=@cce"(is_zero)
			 : "m"(*(const uint32_t *)p));
	return is_zero;
#else
	return pxt_load_relaxed(p) == 0;
#endif
}

/* The same of a byte. */
static inline bool pxt_is_zero_byte_relaxed(const _Atomic uint8_t *p)
{
#if defined(__x86_64__) && !defined(__SANITIZE_THREAD__)
	bool is_zero;

	__asm__ volatile("cmpb $0, %1" : "=@cce"(is_zero)
			 : "m"(*(const uint8_t *)p));
	return is_zero;
#else
	return pxt_load_relaxed(p) == 0;
#endif
}

/* Is the word at least `v`?  For the same reason. */
static inline bool pxt_reaches_relaxed(const _Atomic uint64_t *p, uint64_t v)
{
#if defined(__x86_64__) && !defined(__SANITIZE_THREAD__)
	bool reaches;

	__asm__ volatile("cmpq %2, %1" : "=@ccae"(reaches)
			 : "m"(*(const uint64_t *)p), "r"(v));
	return reaches;
#else
	return pxt_load_relaxed(p) >= v;
#endif
}

#define pxt_likely(x)	__builtin_expect(!!(x), 1)
#define pxt_unlikely(x)	__builtin_expect(!!(x), 0)

enum { PXT_CACHELINE = 64 };
#define pxt_cacheline	_Alignas(PXT_CACHELINE)

#endif
