/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* Lines from a terminal: with libedit, or with the terminal's own editing. */
#ifndef POSIXTRACE_TOOLS_QUERY_LINES_TERMINAL_H
#define POSIXTRACE_TOOLS_QUERY_LINES_TERMINAL_H

#include "query/lines.h"

/* Like the functions in lines.h. */
bool lines_open_terminal(struct lines *lines);
void lines_close_terminal(struct lines *lines);
char *lines_read_terminal(struct lines *lines);

/* A line of standard input, not edited; NULL at the end. */
char *lines_read_stdin(struct lines *lines);

#endif
