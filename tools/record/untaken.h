/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* Programs that the preload library cannot be loaded into, and messages about
 * them. */
#ifndef TOOLS_RECORD_UNTAKEN_H
#define TOOLS_RECORD_UNTAKEN_H

#include <stdbool.h>
#include <trace.h>

/*
 * Report it if the command is such a program.  False: it would not start with
 * the library, and has to be run without it.
 */
bool untaken_consider(const char *command, bool quiet);

/* Is it one of which untaken_consider() says something? */
bool untaken_is(const char *command);

/* Report such programs among those that the command executed, by its events;
 * `trid` is a log that is read from its beginning. */
void untaken_report(trace_id_t trid);

#endif
