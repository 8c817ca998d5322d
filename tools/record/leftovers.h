/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* `recover` without a log: lists or discards what killed recorders left in
 * memory. */
#ifndef POSIXTRACE_TOOLS_RECORD_LEFTOVERS_H
#define POSIXTRACE_TOOLS_RECORD_LEFTOVERS_H

#include <stdbool.h>
#include <stddef.h>

/* Leftovers of complete logs are removed instead of listed. */
int leftovers_list(bool json, bool quiet);

/* Discard those of these logs; without logs, all that cannot be recovered
 * since the log is not at its place, or with `all`, all. */
int leftovers_discard(char **logs, size_t n, bool all, bool quiet);

#endif
