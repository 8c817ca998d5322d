/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * What all unit tests share: running a suite, a fixture that finds what a
 * test left behind, and numbers that look random but repeat.
 */
#ifndef SUPPORT_H
#define SUPPORT_H

#include <check.h>
#include <stdint.h>

/* Run the suite, free it; the exit status for main(). */
int support_run(Suite *suite);

/*
 * A checked fixture.  support_begin() notes what the process has;
 * support_check_leaks() fails the test if afterwards there are more open
 * descriptors, threads, mappings of segments, or files of this process in
 * the runtime directory.  What goes away within a second is no leak: an
 * ended thread stays in /proc for a moment.
 */
void support_begin(void);
void support_check_leaks(void);

/* A test case with the fixture, added to the suite. */
TCase *support_case(Suite *suite, const char *name);

/* Run on processor `n`, from 0, of those that the process may use, if there
 * are that many. */
void support_run_on(uint64_t n);

/* The next number of the sequence that *state is in; any seed will do. */
uint64_t support_random(uint64_t *state);

/* ... below n. */
uint64_t support_random_below(uint64_t *state, uint64_t n);

#endif
