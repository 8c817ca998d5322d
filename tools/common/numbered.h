/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* The names of numbered files. */
#ifndef POSIXTRACE_TOOLS_COMMON_NUMBERED_H
#define POSIXTRACE_TOOLS_COMMON_NUMBERED_H

/* Four digits; more files are probably a mistake. */
enum { NUMBERED_MOST = 9999 };

/* "run.trx" is "run-0003.trx"; the caller frees it.  NULL: no memory. */
char *numbered_path(const char *path, unsigned number);

#endif
