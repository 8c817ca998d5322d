/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* An interactive session: lines are read until a statement is complete. */
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "common/tool.h"
#include "query/lines.h"
#include "query/place.h"
#include "query/query.h"

static struct session *running;		/* the one that ^C interrupts */

static void interrupt(int signal)
{
	(void)signal;
	scan_interrupted = 1;
	if (running && running->db)
		sqlite3_interrupt(running->db);
}

static const char help[] =
	"  SELECT ...;     a statement; it may take several lines\n"
	"  .tables         the names of the tables\n"
	"  .columns NAME   the columns of a table\n"
	"  .examples       example statements\n"
	"  .open           open the logs again, if others have their names by now\n"
	"  .quit           end the session, like ^D\n"
	"^C interrupts a statement, or drops what was typed of one.\n";

static void print_names(struct session *session)
{
	if (!session_renew(session))
		return;
	for (size_t i = 0; i < session->tables.n; i++) {
		char *name = strdup(session->tables.table[i].name);

		if (!name)
			return;
		tool_mask(name, strlen(name));
		puts(name);
		free(name);
	}
}

/* `name` may be NULL, and have blanks around it. */
static void print_columns(struct session *session, char *name)
{
	size_t len;

	name += name ? strspn(name, " \t") : 0;
	len = name ? strlen(name) : 0;
	while (len && strchr(" \t", name[len - 1]))
		name[--len] = '\0';
	if (!len) {
		tool_error(".columns needs the name of a table");
		return;
	}
	if (!session_renew(session))
		return;
	for (size_t i = 0; i < session->tables.n; i++) {
		if (strcmp(session->tables.table[i].name, name) == 0) {
			puts(session->tables.table[i].columns);
			return;
		}
	}
	tool_error("%s: no such table; .tables lists them", name);
}

static void reopen(struct session *session, const char *rest)
{
	if (rest)
		tool_error(".open opens the logs of this session again, and no "
			   "others");
	else
		session_reopen(session);
}

/* Execute a command, which begins with a dot.  False: end the session. */
static bool command(struct session *session, char *line)
{
	char *word = strtok(line, " \t\n"), *rest = strtok(NULL, "\n");

	if (strcmp(word, ".quit") == 0 || strcmp(word, ".exit") == 0)
		return false;
	if (strcmp(word, ".tables") == 0)
		print_names(session);
	else if (strcmp(word, ".columns") == 0)
		print_columns(session, rest);
	else if (strcmp(word, ".examples") == 0)
		fputs(query_examples, stdout);
	else if (strcmp(word, ".open") == 0)
		reopen(session, rest);
	else if (strcmp(word, ".help") == 0)
		fputs(help, stdout);
	else
		tool_error("%s: no such command; .help lists them", word);
	fflush(stdout);
	return true;
}

static bool append(char **text, const char *line)
{
	size_t len = *text ? strlen(*text) : 0;
	char *longer = realloc(*text, len + strlen(line) + 1);

	if (!longer)
		return false;
	strcpy(longer + len, line);
	*text = longer;
	return true;
}

/* A statement cannot have a NUL, and what is without it is another one.  Returns
 * true, having reported it, if the line has one. */
static bool refuse_nul(const struct lines *lines)
{
	if (!memchr(lines->line, '\0', lines->len))
		return false;
	if (lines->is_terminal)
		tool_error("SQL: the line has a NUL character; what was typed of "
			   "the statement is dropped");
	else
		tool_error("SQL: line %u has a NUL character; neither it nor "
			   "what follows is run", lines->number);
	return true;
}

static bool is_blank(const char *text)
{
	return text[strspn(text, " \t\n")] == '\0';
}

/* Run a complete statement.  False: it failed. */
static bool run(struct session *session, const char *text)
{
	bool is_fine;

	scan_interrupted = 0;
	running = session;
	is_fine = session_run(session, text);
	running = NULL;
	return printer_flush(session->printer) == 0 && is_fine;
}

static bool read_all(struct session *session, struct lines *lines)
{
	bool is_fine = true;
	char *text = NULL, *line;

	while ((line = lines_next(lines, text != NULL)) != NULL ||
	       lines->is_interrupted) {
		bool is_refused = line && refuse_nul(lines);

		if (!line || is_refused) {
			if (!line)
				putchar('\n');
			free(text);
			text = NULL;
			is_fine &= !is_refused;
			if (is_refused && !lines->is_terminal)
				break;
			continue;
		}
		if (!text)
			line += place_mark(line);
		if (!text && *line == '.') {
			if (!command(session, line))
				break;
			continue;
		}
		if (!text && is_blank(line))
			continue;
		/* On a terminal, where lines have no numbers, from 1. */
		if (!text && !lines->is_terminal)
			session->first_line = lines->number;
		if (!append(&text, line))
			break;
		if (!sqlite3_complete(text))
			continue;
		is_fine &= run(session, text);
		free(text);
		text = NULL;
		if (!printer_is_fine(session->printer))
			break;
	}
	/* The last statement may lack its semicolon. */
	if (text && !is_blank(text) && !lines->is_terminal)
		is_fine &= run(session, text);
	free(text);
	return is_fine;
}

bool interact(struct session *session)
{
	struct sigaction action = { .sa_handler = interrupt }, before;
	struct lines lines;
	bool is_fine;

	if (!lines_open(&lines))
		return false;
	if (lines.is_terminal) {
		sigaction(SIGINT, &action, &before);
		printf("%zu tables; .help lists the commands\n", session->tables.n);
		fflush(stdout);
	}
	session->goes_on = true;
	is_fine = read_all(session, &lines);
	if (lines.is_terminal)
		sigaction(SIGINT, &before, NULL);
	lines_close(&lines);
	return is_fine || lines.is_terminal;
}
