/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* The barest library calls: nothing, and a record with a time stamp into the
 * calling thread's ring of `ring_size` bytes. */
#ifndef FLOOR_LIB_H
#define FLOOR_LIB_H

#include <stddef.h>

enum { FLOOR_RING = 256 << 10 };

__attribute__((visibility("default")))
void floor_nothing(unsigned id, const void *data, size_t len);
__attribute__((visibility("default")))
void floor_record(unsigned id, const void *data, size_t len);

#endif
