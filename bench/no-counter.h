/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * Simulates a machine whose counter cannot be used.  The library checks that
 * when a stream is created, and then uses the kernel's clock.
 */
#ifndef NO_COUNTER_H
#define NO_COUNTER_H

#include <stdbool.h>

/* From now on the library is told that reading the counter is forbidden. */
void hide_counter(void);

/* Has the library asked since? */
bool counter_was_hidden(void);

#endif
