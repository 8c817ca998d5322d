/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* The logs in a directory. */
#ifndef POSIXTRACE_TOOLS_TRACE_FOLDER_H
#define POSIXTRACE_TOOLS_TRACE_FOLDER_H

#include <stddef.h>

/*
 * Pass the path of each log in the directory, allocated, to add(), in the order of
 * their names; and of each file that has the name of a log, but cannot be read, or is
 * none: a log that ends in ".ptl", or is called as one that is there but for its
 * number.  Other files, and links to what is passed, are left out; empty or removed
 * ones with such a name are reported.  0, an errno value, or what add() returned,
 * after which no more are passed.  ENOTDIR: it is no directory.
 */
int folder_logs(const char *path, int (*add)(void *context, char *log),
		void *context);

#endif
