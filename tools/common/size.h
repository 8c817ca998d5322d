/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* Parsing and formatting of sizes and times. */
#ifndef POSIXTRACE_TOOLS_COMMON_SIZE_H
#define POSIXTRACE_TOOLS_COMMON_SIZE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <time.h>

/* "4096", "64K", "4M", "1G"; powers of 1024.  False: none of these. */
bool size_parse(const char *text, size_t *bytes);

/*
 * "12", "1.5s", "200ms", "80us", "15ns", "2m", "1h", a leading + is allowed;
 * exact to the nanosecond.  False: none of these.
 */
bool time_parse(const char *text, int64_t *ns);

/* "2026-01-31T12:00:00.5Z" (UTC; the Z may be missing).  False: no such date. */
bool date_parse(const char *text, struct timespec *date);

enum { SIZE_TEXT = 32 };

/* For display: "41.2 MiB". */
void size_format(char text[SIZE_TEXT], uint64_t bytes);

/* For a command line: "512K", exactly that many bytes. */
void size_option(char text[SIZE_TEXT], uint64_t bytes);

/* For display: "61.2 us", "12.8 s". */
void time_format(char text[SIZE_TEXT], int64_t ns);

#endif
