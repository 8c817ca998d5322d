/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * A thread with a table of descriptors of its own.  What the program does to
 * its descriptors, close_range(2), dup2(2) or a fork, cannot concern what is
 * open there, nor can the program ever see it.
 */
#ifndef PXT_BASE_FDTABLE_H
#define PXT_BASE_FDTABLE_H

#include <stdbool.h>

/*
 * Give the calling thread a table of its own, in which only `keep` is open.
 * That of the other threads stays as it is.  For a moment the new table has
 * copies of all descriptors, as that of a forked child has.  False: this
 * system cannot, or a sandbox forbids it; the table is the program's then.
 */
bool pxt_fdtable_part(int keep);

#endif
