/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * The minimum cost of any tracer in a shared library: the call through the PLT,
 * thread-local data, the clock, and copying.  Head and payload have the size of
 * libposixtrace's.
 */
#include "floor-lib.h"

#include <stdatomic.h>
#include <stdint.h>
#include <string.h>

static __thread __attribute__((tls_model("initial-exec"))) struct {
	size_t pos;
	_Atomic size_t committed;
	unsigned char ring[FLOOR_RING + 4096];
} self;

static uint64_t counter(void)
{
#if defined(__x86_64__)
	return __builtin_ia32_rdtsc();
#elif defined(__aarch64__)
	uint64_t ticks;

	__asm__ volatile("mrs %0, cntvct_el0" : "=r"(ticks));
	return ticks;
#else
#error "no counter known for this processor"
#endif
}

void floor_nothing(unsigned id, const void *data, size_t len)
{
	(void)id;
	(void)data;
	(void)len;
}

static void fence(void)
{
#if defined(__x86_64__)
	__builtin_ia32_lfence();
#elif defined(__aarch64__)
	__asm__ volatile("dmb ishld\n\tisb" ::: "memory");
#endif
}

static inline __attribute__((always_inline))
void record(unsigned id, const void *data, size_t len, const void *address)
{
	unsigned char *to = self.ring + self.pos;
	uint64_t head[2] = {
		counter() << 16 | len,
		(uint64_t)(uintptr_t)address << 16 | id
	};

	memcpy(to, head, sizeof(head));
	memcpy(to + sizeof(head), data, len);
	self.pos = (self.pos + sizeof(head) + ((len + 7) & ~(size_t)7)) %
		   FLOOR_RING;
	atomic_store_explicit(&self.committed, self.pos, memory_order_release);
}

void floor_record(unsigned id, const void *data, size_t len)
{
	record(id, data, len, __builtin_return_address(0));
}

void floor_record_fenced(unsigned id, const void *data, size_t len)
{
	fence();
	record(id, data, len, __builtin_return_address(0));
}
