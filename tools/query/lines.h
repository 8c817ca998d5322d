/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* Lines from standard input; on a terminal they can be edited. */
#ifndef POSIXTRACE_TOOLS_QUERY_LINES_H
#define POSIXTRACE_TOOLS_QUERY_LINES_H

#include <stdbool.h>
#include <stddef.h>

struct lines {
	bool is_terminal;
	bool goes_on;			/* the line continues a statement */
	bool is_interrupted;		/* by ^C, on a terminal: what was typed is
					 * dropped */
	char *line;
	size_t size;
	size_t len;			/* of the line, which may have a NUL */
	unsigned number;		/* of the line, from 1 */
	void *editor;
	void *history;
};

/* False: no memory; an error was reported. */
bool lines_open(struct lines *lines);
void lines_close(struct lines *lines);

/* The next line, valid until the next call; NULL: `is_interrupted`, or at the
 * end. */
char *lines_next(struct lines *lines, bool goes_on);

/* The prompt on a terminal. */
const char *lines_prompt(const struct lines *lines);

#endif
