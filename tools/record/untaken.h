/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* Programs that do not take the preload library in, and what is said of them. */
#ifndef TOOLS_RECORD_UNTAKEN_H
#define TOOLS_RECORD_UNTAKEN_H

#include <stdbool.h>
#include <trace.h>

/*
 * Say so if the command is such a program.  False: it would not start with
 * the library, and is to be left alone.
 */
bool untaken_consider(const char *command, bool quiet);

/* Say which of those that the command ran were, as its events tell; `trid` is
 * a log that is read from its beginning. */
void untaken_report(trace_id_t trid);

#endif
