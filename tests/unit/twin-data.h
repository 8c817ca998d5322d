/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* Conversion of event data and compressed records, for twin.c. */
#ifndef TWIN_DATA_H
#define TWIN_DATA_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

uint64_t twin_get(const uint8_t *at, unsigned size, bool is_big);
/* Reverse the bytes of one number. */
void twin_turn(uint8_t *at, size_t size);

/* Convert the data of a system event. */
void twin_system(unsigned id, unsigned pointer_size, uint8_t *data,
		 size_t len);

/* Convert the data of a user event with this description of its arguments, at
 * most `size` bytes, if the data matches it. */
void twin_arguments(const char *description, size_t size, bool is_big,
		    bool is_cut, uint8_t *data, size_t len);

/* Decompress a frame of `size` bytes.  The caller frees the result; NULL: the
 * frame has another size. */
uint8_t *twin_unpack(const uint8_t *frame, size_t len, size_t size);
/* Compress; the caller frees the result.  NULL: this build cannot. */
uint8_t *twin_pack(const uint8_t *bytes, size_t size, size_t *len);

#endif
