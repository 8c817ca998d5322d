/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * Files that can be converted to a log: captured frames of `live`, records of
 * RKH.  The rooms that understand such a format export a function of this type;
 * main() registers them for open-log.c, which knows no format.
 */
#ifndef POSIXTRACE_TOOLS_TRACE_CAPTURE_H
#define POSIXTRACE_TOOLS_TRACE_CAPTURE_H

#include <stdbool.h>

enum capture_result {
	CAPTURE_TAKEN,
	CAPTURE_OTHER,		/* a file of another format */
	CAPTURE_FAILED,		/* which has been reported */
};

/*
 * Make a log of the capture in `fd`.
 *
 * name: of the file, for messages, as long as this runs
 * *log: a file in memory, the caller's; set if it was taken
 * *is_damaged: parts of the capture are missing or damaged, which was reported
 */
typedef enum capture_result capture_import(int fd, const char *name, int *log,
					   bool *is_damaged);

/* Tried in this order by open_log(); ended by NULL, and static. */
void capture_register(capture_import *const *imports);

#endif
