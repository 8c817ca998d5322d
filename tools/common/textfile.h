/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* Small files that are read and written as a whole. */
#ifndef POSIXTRACE_TOOLS_COMMON_TEXTFILE_H
#define POSIXTRACE_TOOLS_COMMON_TEXTFILE_H

#include <stdbool.h>
#include <stddef.h>

/*
 * Read the whole file, add a NUL; the caller frees it; "-": standard input.
 * NULL: it cannot be read, is larger than 64 MiB, or contains a NUL, which has
 * been reported.
 */
char *textfile_read(const char *path, size_t *len);

/*
 * Replace the file of that name, if there is one, keeping its permissions:
 * readers see the old or the new one.  False: failed, which has been reported;
 * the old file is unchanged.
 */
bool textfile_write(const char *path, const char *text, size_t len);

#endif
