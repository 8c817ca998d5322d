/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* Small files that are read and written as a whole: templates. */
#ifndef POSIXTRACE_TOOLS_COMMON_TEXTFILE_H
#define POSIXTRACE_TOOLS_COMMON_TEXTFILE_H

#include <stdbool.h>
#include <stddef.h>

/*
 * The whole file, with a NUL after it, for the caller to free; "-": what
 * standard input gives.  NULL: it cannot be read, is larger than 64 MiB, or
 * has a NUL in it, which has been reported.
 */
char *textfile_read(const char *path, size_t *len);

/*
 * Put a file in the place of the one of that name, if there is one, with
 * the same permissions: whoever reads it sees the old or the new one.  False
 * after saying what went wrong; the old file is there as it was then.
 */
bool textfile_write(const char *path, const char *text, size_t len);

#endif
