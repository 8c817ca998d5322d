/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* Suggestions for misspelled names. */
#ifndef POSIXTRACE_TOOLS_QUERY_GUESS_H
#define POSIXTRACE_TOOLS_QUERY_GUESS_H

#include "query/table.h"

/*
 * The existing table or column whose name is most similar to the unknown one in
 * SQLite's message.  NULL if no name is similar or the message is about
 * something else.  Valid until the next call.
 */
const char *guess_nearest(const struct tables *tables, const char *message);

#endif
