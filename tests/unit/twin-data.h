/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* The data of events, and compressed records, for twin.c. */
#ifndef TWIN_DATA_H
#define TWIN_DATA_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

uint64_t twin_get(const uint8_t *at, unsigned size, bool is_big);
/* Turn the bytes of one number. */
void twin_turn(uint8_t *at, size_t size);

/* The data of a system event. */
void twin_system(unsigned id, unsigned pointer_size, uint8_t *data,
		 size_t len);

/* The data of a user event whose arguments have this description, in at most
 * `size` bytes, if it is such data. */
void twin_arguments(const char *description, size_t size, bool is_big,
		    bool is_cut, uint8_t *data, size_t len);

/* `size` bytes that the caller frees; NULL: that is no frame of so many. */
uint8_t *twin_unpack(const uint8_t *frame, size_t len, size_t size);
/* A frame that the caller frees; NULL: that cannot be done here. */
uint8_t *twin_pack(const uint8_t *bytes, size_t size, size_t *len);

#endif
