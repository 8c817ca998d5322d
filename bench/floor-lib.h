/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* Minimal library calls: an empty one, and one that writes a record with a time
 * stamp into the calling thread's ring of `ring_size` bytes. */
#ifndef FLOOR_LIB_H
#define FLOOR_LIB_H

#include <stddef.h>

enum { FLOOR_RING = 256 << 10 };

__attribute__((visibility("default")))
void floor_nothing(unsigned id, const void *data, size_t len);
__attribute__((visibility("default")))
void floor_record(unsigned id, const void *data, size_t len);
/* The same, reading the counter after all earlier loads. */
__attribute__((visibility("default")))
void floor_record_fenced(unsigned id, const void *data, size_t len);

#endif
