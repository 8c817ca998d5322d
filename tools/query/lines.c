/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * Lines from standard input. lines-edit.c or lines-plain.c reads a terminal.
 */
#include "query/lines.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "query/lines-terminal.h"

const char *lines_prompt(const struct lines *lines)
{
	return lines->goes_on ? "   ...> " : "trace> ";
}

bool lines_open(struct lines *lines)
{
	*lines = (struct lines){
		.is_terminal = isatty(STDIN_FILENO) && isatty(STDOUT_FILENO),
	};
	return !lines->is_terminal || lines_open_terminal(lines);
}

void lines_close(struct lines *lines)
{
	if (lines->is_terminal)
		lines_close_terminal(lines);
	free(lines->line);
}

char *lines_next(struct lines *lines, bool goes_on)
{
	lines->goes_on = goes_on;
	lines->is_interrupted = false;
	lines->number++;
	return lines->is_terminal ? lines_read_terminal(lines) :
				    lines_read_stdin(lines);
}

char *lines_read_stdin(struct lines *lines)
{
	ssize_t len = getline(&lines->line, &lines->size, stdin);

	lines->len = len < 0 ? 0 : (size_t)len;
	return len < 0 ? NULL : lines->line;
}
