/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* A capture of a stream for commands that read logs. */
#ifndef POSIXTRACE_TOOLS_RKH_IMPORT_H
#define POSIXTRACE_TOOLS_RKH_IMPORT_H

#include <stdbool.h>

/* Does the file begin with a flag, as captures do? */
bool rkh_is_capture(int fd);

/*
 * Make a log of the capture in `fd`, with what the stream tells of its ids
 * and sizes.  Returns the log, a file in memory; or says what went wrong, and
 * returns -1.
 *
 * name: of the capture, for messages, as long as this runs
 * *is_damaged: some of its frames were damaged, which was told
 */
int rkh_import(int fd, const char *name, bool *is_damaged);

#endif
