/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* Checksums for logs that were mutated, of either byte order. */
#ifndef FUZZ_SEAL_H
#define FUZZ_SEAL_H

#include <stddef.h>
#include <stdint.h>

/* Put every checksum right that can be found. */
void seal_log(uint8_t *log, size_t size);

#endif
