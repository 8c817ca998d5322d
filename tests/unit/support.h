/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * Shared by all unit tests: running a suite, a fixture that finds leaks, and a
 * reproducible sequence of random numbers.
 */
#ifndef SUPPORT_H
#define SUPPORT_H

#include <check.h>
#include <stdbool.h>
#include <stdint.h>

/* Run and free the suite.  Returns the exit status for main(). */
int support_run(Suite *suite);

/*
 * A checked fixture. support_begin() counts resources of the process;
 * support_check_leaks() fails the test if afterwards there are more open
 * descriptors, threads, mappings of segments, or files of this process in the
 * runtime directory.  It waits up to a second, because a thread that has ended
 * stays in /proc for a moment.
 */
void support_begin(void);
void support_check_leaks(void);

/* A test case with the fixture, added to the suite. */
TCase *support_case(Suite *suite, const char *name);

/* Run on processor number `n`, from 0, of those that the process may use, if it
 * exists. */
void support_run_on(uint64_t n);

/* By qemu's user emulation?  That refuses seccomp, and shows its own mappings. */
bool support_is_emulated(void);

/* The next number of the sequence with this state; any seed is allowed. */
uint64_t support_random(uint64_t *state);

/* A number less than n. */
uint64_t support_random_below(uint64_t *state, uint64_t n);

#endif
