/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * The twin of a log: what a machine of the other byte order would have written
 * in its place.  Made by what posixtrace-log(5) says and nothing else, so that
 * reading it shows whether the library does as the page says.
 *
 * What is wrong in the log is as wrong in its twin: a checksum that was right
 * is right again, others stay wrong.
 */
#ifndef TWIN_H
#define TWIN_H

#include <stddef.h>
#include <stdint.h>

/*
 * The twin of a log of *size bytes; the caller frees it.  It is longer where a
 * block of it cannot be compressed as much.  NULL: the log is none, or has
 * blocks that are compressed and cannot be here, or LOOP has them moved.
 */
uint8_t *twin_make(const uint8_t *log, size_t *size);

#endif
