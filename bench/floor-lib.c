/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * What any tracer in a shared library has to pay: the call through the PLT,
 * a thread's own place, the clock, and the bytes.  Head and payload are as
 * large as ours.
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

void floor_record(unsigned id, const void *data, size_t len)
{
	unsigned char *to = self.ring + self.pos;
	uint64_t head[2] = {
		counter() << 16 | len,
		(uint64_t)(uintptr_t)__builtin_return_address(0) << 16 | id
	};

	memcpy(to, head, sizeof(head));
	memcpy(to + sizeof(head), data, len);
	self.pos = (self.pos + sizeof(head) + ((len + 7) & ~(size_t)7)) %
		   FLOOR_RING;
	atomic_store_explicit(&self.committed, self.pos, memory_order_release);
}
