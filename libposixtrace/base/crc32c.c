/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * CRC-32C by tables, eight bytes at a time, and the choice between that and the
 * instruction.  table[0][b] is the CRC of byte b, table[k][b] that of b
 * followed by k zero bytes, so the eight bytes of a word are looked up
 * independently.
 */
#include "base/crc32c.h"

#if defined(__x86_64__)
#include <cpuid.h>
#endif
#include <endian.h>
#include <pthread.h>
#include <string.h>

#include "base/atomic.h"

#define POLYNOMIAL	0x82f63b78u	/* reflected */

static uint32_t table[8][256];
static pthread_once_t table_once = PTHREAD_ONCE_INIT;

static void make_table(void)
{
	for (uint32_t b = 0; b < 256; b++) {
		uint32_t crc = b;

		for (int bit = 0; bit < 8; bit++)
			crc = crc >> 1 ^ (crc & 1 ? POLYNOMIAL : 0);
		table[0][b] = crc;
	}
	for (int k = 1; k < 8; k++) {
		for (int b = 0; b < 256; b++) {
			uint32_t crc = table[k - 1][b];

			table[k][b] = crc >> 8 ^ table[0][crc & 0xff];
		}
	}
}

uint32_t pxt_crc32c_portable(uint32_t crc, const void *data, size_t len)
{
	const unsigned char *p = data;

	pthread_once(&table_once, make_table);
	crc = ~crc;
	for (; len >= 8; p += 8, len -= 8) {
		uint64_t word;

		memcpy(&word, p, sizeof(word));
		word = le64toh(word) ^ crc;
		crc = table[7][word & 0xff] ^
		      table[6][word >> 8 & 0xff] ^
		      table[5][word >> 16 & 0xff] ^
		      table[4][word >> 24 & 0xff] ^
		      table[3][word >> 32 & 0xff] ^
		      table[2][word >> 40 & 0xff] ^
		      table[1][word >> 48 & 0xff] ^
		      table[0][word >> 56];
	}
	for (; len > 0; p++, len--)
		crc = crc >> 8 ^ table[0][(crc ^ *p) & 0xff];
	return ~crc;
}

#if defined(__x86_64__)
typedef uint32_t crc_function(uint32_t crc, const void *data, size_t len);

/*
 * Not __builtin_cpu_supports(): its constructor executes some ten CPUID
 * instructions in every program that links the library, and each traps in a
 * virtual machine: 0.3 ms.
 */
static crc_function *best(void)
{
	unsigned a, b, c, d;

	return __get_cpuid(1, &a, &b, &c, &d) && c & bit_SSE4_2 &&
	       c & bit_PCLMUL ? pxt_crc32c_sse42 : pxt_crc32c_portable;
}

uint32_t pxt_crc32c(uint32_t crc, const void *data, size_t len)
{
	static crc_function *_Atomic chosen;	/* all threads choose alike */
	crc_function *function = pxt_load_relaxed(&chosen);

	if (!function) {
		function = best();
		pxt_store_relaxed(&chosen, function);
	}
	return function(crc, data, len);
}
#else
uint32_t pxt_crc32c(uint32_t crc, const void *data, size_t len)
{
	return pxt_crc32c_portable(crc, data, len);
}
#endif
