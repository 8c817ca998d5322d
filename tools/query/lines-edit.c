/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * Lines from a terminal, edited by libedit, with a history of this session.
 */
#include <errno.h>
#include <histedit.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/tool.h"
#include "query/lines-terminal.h"

enum { HISTORY = 1000 };

static char *prompt(EditLine *editor)
{
	struct lines *lines = NULL;

	el_get(editor, EL_CLIENTDATA, &lines);
	return (char *)lines_prompt(lines);
}

/* ^C, which while a line is edited is a character like others. */
static unsigned char drop(EditLine *editor, int character)
{
	struct lines *lines = NULL;

	(void)character;
	el_get(editor, EL_CLIENTDATA, &lines);
	lines->is_interrupted = true;
	return CC_EOF;
}

bool lines_open_terminal(struct lines *lines)
{
	EditLine *editor = el_init("posixtrace", stdin, stdout, stderr);
	History *past = history_init();
	HistEvent event;

	if (!editor || !past) {
		tool_error("the terminal: out of memory");
		if (editor)
			el_end(editor);
		if (past)
			history_end(past);
		return false;
	}
	history(past, &event, H_SETSIZE, HISTORY);
	el_set(editor, EL_CLIENTDATA, lines);
	el_set(editor, EL_PROMPT, prompt);
	el_set(editor, EL_EDITOR, "emacs");
	el_set(editor, EL_HIST, history, past);
	el_set(editor, EL_SIGNAL, 1);
	/* el_set() would copy both strings, and never free them. */
	el_wset(editor, EL_ADDFN, L"drop", L"drop what was typed", drop);
	el_set(editor, EL_BIND, "^C", "drop", NULL);
	/* No character makes the signal (_POSIX_VDISABLE).  The first time that
	 * the terminal is prepared resets this. */
	el_set(editor, EL_PREP_TERM, 1);
	el_set(editor, EL_PREP_TERM, 0);
	el_set(editor, EL_SETTY, "-d", "intr=^@", NULL);
	lines->editor = editor;
	lines->history = past;
	return true;
}

void lines_close_terminal(struct lines *lines)
{
	history_end(lines->history);
	el_end(lines->editor);
}

char *lines_read_terminal(struct lines *lines)
{
	HistEvent event;
	const char *line;
	int len = 0;

	/* Before the prompt is shown: ^C after that is a character. */
	el_set(lines->editor, EL_PREP_TERM, 1);
	errno = 0;
	line = el_gets(lines->editor, &len);
	if (!line || len <= 0) {
		/* A signal can still come from elsewhere. */
		lines->is_interrupted |= len < 0 && errno == EINTR;
		return NULL;
	}
	if (line[strspn(line, " \t\n")])
		history(lines->history, &event, H_ENTER, line);
	free(lines->line);
	lines->line = strndup(line, (size_t)len);
	lines->len = lines->line ? strlen(lines->line) : 0;
	return lines->line;
}
