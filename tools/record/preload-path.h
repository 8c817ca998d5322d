/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* Where the library for `record --preload` is. */
#ifndef POSIXTRACE_TOOLS_RECORD_PRELOAD_PATH_H
#define POSIXTRACE_TOOLS_RECORD_PRELOAD_PATH_H

/*
 * Its absolute path; the caller frees it: that in the build tree of the
 * program, or the installed one.  NULL: there is none that the dynamic linker
 * could load, which was reported.
 */
char *preload_path(void);

#endif
