/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* Suggestions for misspelled names; see guess.h. */
#include "query/guess.h"

#include <stdlib.h>
#include <string.h>

#include "common/tool.h"

enum { NAMES_MOST = 4096, LETTERS_LEAST = 3 };

struct list {
	const char *names[NAMES_MOST + 1];
	size_t n;
	char *columns[NAMES_MOST];	/* allocated copies, split into names */
	size_t n_columns;
};

static void add_columns(struct list *list, const char *columns)
{
	char *copy = list->n_columns < NAMES_MOST ? strdup(columns) : NULL;
	char *rest = copy;

	if (!copy)
		return;
	list->columns[list->n_columns++] = copy;
	for (char *column; (column = strsep(&rest, ",")) != NULL;) {
		column += strspn(column, " \"");
		column[strcspn(column, " \"")] = '\0';
		if (list->n < NAMES_MOST)
			list->names[list->n++] = column;
	}
}

static const char *after(const char *message, const char *prefix)
{
	size_t len = strlen(prefix);

	return strncmp(message, prefix, len) == 0 ? message + len : NULL;
}

/* The shortest name that contains the word: posixtrace_open for open. */
static const char *find_longer(const struct list *list, const char *word)
{
	const char *found = NULL;

	if (strlen(word) < LETTERS_LEAST)
		return NULL;
	for (size_t i = 0; i < list->n; i++)
		if (strcasestr(list->names[i], word) &&
		    (!found || strlen(list->names[i]) < strlen(found)))
			found = list->names[i];
	return found;
}

const char *guess_nearest(const struct tables *tables, const char *message)
{
	static char answer[256];
	const char *table = after(message, "no such table: ");
	const char *column = after(message, "no such column: ");
	struct list *list = calloc(1, sizeof(*list));
	const char *dot, *nearest = NULL;

	if (!list || (!table && !column)) {
		free(list);
		return NULL;
	}
	for (size_t i = 0; i < tables->n; i++) {
		if (column)
			add_columns(list, tables->table[i].columns);
		else if (list->n < NAMES_MOST)
			list->names[list->n++] = tables->table[i].name;
	}
	if (column && (dot = strrchr(column, '.')) != NULL)
		column = dot + 1;
	nearest = tool_nearest(column ? column : table, list->names);
	if (!nearest)
		nearest = find_longer(list, column ? column : table);
	if (nearest) {
		strncpy(answer, nearest, sizeof(answer) - 1);
		nearest = answer;
	}
	for (size_t i = 0; i < list->n_columns; i++)
		free(list->columns[i]);
	free(list);
	return nearest;
}
