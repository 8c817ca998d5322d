/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * Fuzzing of readers.  A driver defines LLVMFuzzerTestOneInput(), for libFuzzer
 * and similar tools, and the functions below, for the main() of fuzz.c, which
 * works with any compiler and is reproducible:
 *
 *   fuzz-NAME [ITERATIONS [SEED]]     mutations of the seeds, one by one
 *   fuzz-NAME FILE...                 these inputs, as libFuzzer does
 *
 * An input that takes longer than a few seconds ends the program.  If $FUZZ_KEEP
 * is set, the last input is stored in the file of that name.
 */
#ifndef FUZZ_H
#define FUZZ_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Seed number n, which the caller frees; NULL: there are no more. */
uint8_t *fuzz_seed(unsigned n, size_t *size);

/*
 * After a mutation: correct checksums or numbers, depending on `random`, so
 * that not only the checks of checksums are tested.
 */
void fuzz_repair(uint8_t *data, size_t size, uint64_t random);

/* A finder for checks of files (log/finding.h) that reads all of its text. */
void fuzz_found(void *context, uint64_t offset, bool is_fault,
		const char *text);

/* A file in memory with these bytes, or -1. */
int fuzz_file(const uint8_t *data, size_t size);

#endif
