/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* CRC-32C by the instruction that SSE 4.2 has for it (x86-64 only). */
#include "base/crc32c.h"

#if defined(__x86_64__)

#include <string.h>

__attribute__((target("sse4.2")))
uint32_t pxt_crc32c_sse42(uint32_t crc, const void *data, size_t len)
{
	const unsigned char *p = data;
	uint64_t state = ~crc;

	for (; len >= 8; p += 8, len -= 8) {
		uint64_t word;

		memcpy(&word, p, sizeof(word));
		state = __builtin_ia32_crc32di(state, word);
	}
	crc = (uint32_t)state;
	for (; len > 0; p++, len--)
		crc = __builtin_ia32_crc32qi(crc, *p);
	return ~crc;
}

#endif
