/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * CRC-32C by the instruction of SSE 4.2 (x86-64 only).  It has a latency of
 * three cycles and a throughput of one, so three parts of the data are computed
 * in parallel, and their results combined by carry-less multiplication.
 */
#include "base/crc32c.h"

#if defined(__x86_64__)

#include <emmintrin.h>
#include <string.h>
#include <wmmintrin.h>

enum { PART = 1024 };

/*
 * x^(8n - 33) modulo the polynomial, bits reversed: a state multiplied by that,
 * and passed through the instruction, is the state after n zero bytes.
 */
#define BEHIND_1024	0x170076fau
#define BEHIND_2048	0xa51b6135u

#define CRC32C __attribute__((target("sse4.2,pclmul")))

static uint64_t load(const unsigned char *p)
{
	uint64_t word;

	memcpy(&word, p, sizeof(word));
	return word;
}

CRC32C static uint64_t move_on(uint64_t state, uint32_t by)
{
	__m128i product = _mm_clmulepi64_si128(
		_mm_cvtsi64_si128((long long)state), _mm_cvtsi64_si128(by), 0);

	return __builtin_ia32_crc32di(0, (uint64_t)_mm_cvtsi128_si64(product));
}

/* Prefetch: the data is seldom in the cache, and the processor does not detect
 * the access pattern. */
static void fetch(const unsigned char *p)
{
	for (int line = 0; line < 3; line++)
		__builtin_prefetch(p + 64 * line);
}

CRC32C static uint64_t three_parts(uint64_t state, const unsigned char *p)
{
	uint64_t second = 0, third = 0;

	for (size_t i = 0; i < PART; i += 8) {
		if (i % 64 == 0)
			fetch(p + 3 * PART + 3 * i);
		state = __builtin_ia32_crc32di(state, load(p + i));
		second = __builtin_ia32_crc32di(second, load(p + PART + i));
		third = __builtin_ia32_crc32di(third, load(p + 2 * PART + i));
	}
	return move_on(state, BEHIND_2048) ^ move_on(second, BEHIND_1024) ^
	       third;
}

CRC32C uint32_t pxt_crc32c_sse42(uint32_t crc, const void *data, size_t len)
{
	const unsigned char *p = data;
	uint64_t state = ~crc;

	for (; len >= 3 * PART; p += 3 * PART, len -= 3 * PART)
		state = three_parts(state, p);
	for (; len >= 8; p += 8, len -= 8)
		state = __builtin_ia32_crc32di(state, load(p));
	crc = (uint32_t)state;
	for (; len > 0; p++, len--)
		crc = __builtin_ia32_crc32qi(crc, *p);
	return ~crc;
}

#endif
