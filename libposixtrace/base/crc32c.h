/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* CRC-32C (Castagnoli), the checksum of everything in a log. */
#ifndef PXT_BASE_CRC32C_H
#define PXT_BASE_CRC32C_H

#include <stddef.h>
#include <stdint.h>

/*
 * The CRC of `len` bytes behind those that `crc` is of; 0 to begin with.  By
 * the processor's instruction where it has one.
 */
uint32_t pxt_crc32c(uint32_t crc, const void *data, size_t len);

/* The variants behind it; the second only where the processor has SSE 4.2
 * and PCLMULQDQ. */
uint32_t pxt_crc32c_portable(uint32_t crc, const void *data, size_t len);
uint32_t pxt_crc32c_sse42(uint32_t crc, const void *data, size_t len);

#endif
