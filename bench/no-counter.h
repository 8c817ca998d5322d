/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * A machine on which the processor's counter is not to be used: the library
 * decides that when a stream is created, and takes the kernel's clock.
 */
#ifndef NO_COUNTER_H
#define NO_COUNTER_H

#include <stdbool.h>

/* From now on the library is told that reading the counter is forbidden. */
void hide_counter(void);

/* Has it asked since? */
bool counter_was_hidden(void);

#endif
