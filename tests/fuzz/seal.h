/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* Correcting the checksums of mutated logs, of either byte order. */
#ifndef FUZZ_SEAL_H
#define FUZZ_SEAL_H

#include <stddef.h>
#include <stdint.h>

/* Correct every checksum that can be found. */
void seal_log(uint8_t *log, size_t size);

#endif
