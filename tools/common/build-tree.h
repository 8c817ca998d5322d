/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* What is installed elsewhere, and next to the program in a build tree. */
#ifndef POSIXTRACE_TOOLS_COMMON_BUILD_TREE_H
#define POSIXTRACE_TOOLS_COMMON_BUILD_TREE_H

/*
 * The absolute path, for the caller to free, of the file that stands at
 * `there` as seen from the directory of the program, so that a build is
 * tested with what it built; otherwise of `installed`.  NULL: neither is
 * there.
 */
char *build_tree_find(const char *there, const char *installed);

#endif
