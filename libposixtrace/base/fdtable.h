/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * A thread with its own table of file descriptors.  Calls of the program such
 * as close_range(2), dup2(2) and fork do not affect or see the files in it.
 */
#ifndef PXT_BASE_FDTABLE_H
#define PXT_BASE_FDTABLE_H

#include <stdbool.h>

/*
 * Give the calling thread its own table, with only `keep` open.  Those of the
 * other threads do not change.  For a moment the new table has copies of all
 * descriptors, as after a fork.  False: the system cannot do that, or a sandbox
 * forbids it; the program's table stays in use.
 */
bool pxt_fdtable_part(int keep);

#endif
