/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* Packing of logs for mutation: most of a log's front is zeros, which are left
 * out. */
#ifndef FUZZ_SPARSE_H
#define FUZZ_SPARSE_H

#include <stddef.h>
#include <stdint.h>

/*
 * The file without its longer runs of zeros, as pieces, each with its offset
 * and length (32 bits, in the machine's byte order) before it.  The caller
 * frees the result.
 */
uint8_t *sparse_pack(const uint8_t *file, size_t size, size_t *packed);

/*
 * The file again, from any bytes; pieces that would end after `most` are left
 * out.  The caller frees the result.
 */
uint8_t *sparse_unpack(const uint8_t *data, size_t size, size_t most,
		       size_t *unpacked);

#endif
