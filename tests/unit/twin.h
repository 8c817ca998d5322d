/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * The twin of a log: the log that a machine of the other byte order would have
 * written.  It is made only by what posixtrace-log(5) says, so that reading it
 * shows whether the library follows the page.
 *
 * Errors in the log are preserved: a checksum that was right is right in the
 * twin, a wrong one stays wrong.
 */
#ifndef TWIN_H
#define TWIN_H

#include <stddef.h>
#include <stdint.h>

/*
 * The twin of a log of *size bytes; the caller frees it.  It is longer if a
 * block compresses less well.  NULL: the file is no log, or has compressed
 * blocks and this build cannot compress, or its blocks would have to be moved
 * and the policy is LOOP.
 */
uint8_t *twin_make(const uint8_t *log, size_t *size);

#endif
