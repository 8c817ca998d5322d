/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* The logs in a directory. */
#ifndef POSIXTRACE_TOOLS_TRACE_FOLDER_H
#define POSIXTRACE_TOOLS_TRACE_FOLDER_H

#include <stddef.h>

/*
 * Pass the path of each log in the directory, allocated, to add(), in the order of
 * their names; other files are left out.  0, an errno value, or what add() returned,
 * after which no more are passed.  ENOTDIR: it is no directory.
 */
int folder_logs(const char *path, int (*add)(void *context, char *log),
		void *context);

#endif
