/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* Logs under mutation: most of a log's front is zeros, which need no bytes. */
#ifndef FUZZ_SPARSE_H
#define FUZZ_SPARSE_H

#include <stddef.h>
#include <stdint.h>

/*
 * A file without its longer runs of zeros: pieces, each with its offset and
 * its length (32 bits, as the machine has them) in front.  The caller frees.
 */
uint8_t *sparse_pack(const uint8_t *file, size_t size, size_t *packed);

/*
 * Back again, whatever the bytes are: pieces that would end behind `most` are
 * left out.  The caller frees.
 */
uint8_t *sparse_unpack(const uint8_t *data, size_t size, size_t most,
		       size_t *unpacked);

#endif
