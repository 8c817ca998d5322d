/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * Fuzzing readers.  A driver has LLVMFuzzerTestOneInput(), so that libFuzzer
 * and its like can run it, and what is below, so that our own main() can, with
 * any compiler and always the same way:
 *
 *   fuzz-NAME [ITERATIONS [SEED]]     mutations of the seeds, one by one
 *   fuzz-NAME FILE...                 these inputs, as libFuzzer does
 *
 * An input that takes longer than a few seconds ends the program.  The file
 * that $FUZZ_KEEP names, if it does, is the input that was tried last.
 */
#ifndef FUZZ_H
#define FUZZ_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Seed number n, which the caller frees, or NULL: there are no more. */
uint8_t *fuzz_seed(unsigned n, size_t *size);

/*
 * After a mutation: make checksums right, or numbers nearly so, as `random`
 * has it, lest nothing but the checksums be tested.
 */
void fuzz_repair(uint8_t *data, size_t size, uint64_t random);

/* For the checks of a file (log/finding.h): reads all of the text. */
void fuzz_found(void *context, uint64_t offset, bool is_fault,
		const char *text);

/* A file in memory with these bytes, or -1. */
int fuzz_file(const uint8_t *data, size_t size);

#endif
