/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* Where the library for `record --preload` is. */
#ifndef POSIXTRACE_TOOLS_RECORD_PRELOAD_PATH_H
#define POSIXTRACE_TOOLS_RECORD_PRELOAD_PATH_H

/*
 * Its absolute path, for the caller to free: the one of the build tree the
 * program runs from, or the installed one.  NULL: there is none that the
 * dynamic linker could be told of, and it has been said why.
 */
char *preload_path(void);

#endif
