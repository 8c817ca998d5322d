/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* CRC-32C (Castagnoli), the checksum of everything in a log. */
#ifndef PXT_BASE_CRC32C_H
#define PXT_BASE_CRC32C_H

#include <stddef.h>
#include <stdint.h>

/*
 * The CRC of `len` bytes that follow those of `crc`, which is 0 for the first.
 * Uses the processor's instruction if it has one.
 */
uint32_t pxt_crc32c(uint32_t crc, const void *data, size_t len);

/* Its two variants; the second needs SSE 4.2 and PCLMULQDQ. */
uint32_t pxt_crc32c_portable(uint32_t crc, const void *data, size_t len);
uint32_t pxt_crc32c_sse42(uint32_t crc, const void *data, size_t len);

#endif
