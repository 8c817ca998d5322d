/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* `recover` without a log to recover: what killed recorders left in memory is
 * listed, or given up. */
#ifndef POSIXTRACE_TOOLS_RECORD_LEFTOVERS_H
#define POSIXTRACE_TOOLS_RECORD_LEFTOVERS_H

#include <stdbool.h>
#include <stddef.h>

/* What is complete, and only has not been removed, is removed instead. */
int leftovers_list(bool json, bool quiet);

/* Of these logs; if there are none, of all that cannot be recovered, for the
 * log is not where it was, or of `all`. */
int leftovers_discard(char **logs, size_t n, bool all, bool quiet);

#endif
