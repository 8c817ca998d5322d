/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* Finds files that are installed elsewhere, or next to the program in a build
 * tree. */
#ifndef POSIXTRACE_TOOLS_COMMON_BUILD_TREE_H
#define POSIXTRACE_TOOLS_COMMON_BUILD_TREE_H

/*
 * The absolute path of the file at `there`, relative to the program's
 * directory, so that a build is tested with its own files; otherwise that of
 * `installed`.  The caller frees it.  NULL: neither exists.
 */
char *build_tree_find(const char *there, const char *installed);

#endif
