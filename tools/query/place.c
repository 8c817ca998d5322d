/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* Where in a statement an error is; see place.h. */
#include "query/place.h"

#include <ctype.h>
#include <stdbool.h>
#include <string.h>
#include <strings.h>

/* A word, a text or name in quotes, or one character; no blank or comment. */
struct token {
	const char *at;
	size_t len;			/* 0: the end of the statement */
};

static const char *skip_blanks(const char *at)
{
	const char *end;

	for (;;) {
		at += strspn(at, " \t\r\n\f");
		if (strncmp(at, "--", 2) == 0) {
			at += strcspn(at, "\n");
		} else if (strncmp(at, "/*", 2) == 0) {
			end = strstr(at + 2, "*/");
			at = end ? end + 2 : at + strlen(at);
		} else {
			return at;
		}
	}
}

static bool is_letter(char c)
{
	return isalnum((unsigned char)c) || c == '_' || c == '$' ||
	       (unsigned char)c >= 0x80;
}

/* A quote in it is there twice. */
static size_t quoted_length(const char *at)
{
	const char end = *at == '[' ? ']' : *at;
	size_t len = 1;

	while (at[len] && (at[len] != end || at[len + 1] == end))
		len += at[len] == end ? 2 : 1;
	return at[len] ? len + 1 : len;
}

static struct token token_at(const char *at)
{
	struct token token = { .at = skip_blanks(at) };

	if (*token.at == '\0' || *token.at == ';')
		return token;
	if (strchr("'\"`[", *token.at)) {
		token.len = quoted_length(token.at);
		return token;
	}
	/* The character in front of a parameter's name. */
	token.len = strchr(":@$?", *token.at) ? 1 : 0;
	while (is_letter(token.at[token.len]))
		token.len++;
	token.len += token.len == 0;
	return token;
}

static struct token next_token(const struct token *token)
{
	return token_at(token->at + token->len);
}

static bool is_word(const struct token *token, const char *word)
{
	return token->len == strlen(word) &&
	       strncasecmp(token->at, word, token->len) == 0;
}

/*
 * A name, with or without quotes; "database.table" has several tokens.  One in
 * single quotes may be a text as well.
 */
static bool is_name(const struct token *token, const char *name)
{
	size_t len = strlen(name);

	if (strchr("'\"`[", *token->at))
		return token->len == len + 2 &&
		       strncasecmp(token->at + 1, name, len) == 0;
	return is_letter(*token->at) &&
	       strncasecmp(token->at, name, len) == 0 &&
	       !is_letter(token->at[len]);
}

/* A table is behind these; a column may have the same name. */
static bool can_precede(const struct token *token)
{
	return is_word(token, "FROM") || is_word(token, "JOIN") ||
	       is_word(token, "IN") || is_word(token, ",") ||
	       is_word(token, "(");
}

/* NULL: it is not in the statement. */
static const char *find_name(const char *statement, const char *name)
{
	struct token before = { statement, 0 }, token = token_at(statement);
	const char *found = NULL;

	/* Behind the other words that precede a table may be a text. */
	for (; token.len; before = token, token = next_token(&token)) {
		if (!is_name(&token, name) ||
		    (*token.at == '\'' && !is_word(&before, "FROM") &&
		     !is_word(&before, "JOIN")))
			continue;
		if (before.len && can_precede(&before))
			return token.at;
		if (!found)
			found = token.at;
	}
	return found;
}

static const char *find_end(const char *statement)
{
	size_t len = strlen(statement);

	while (len && strchr(" \t\r\n\f", statement[len - 1]))
		len--;
	return statement + len;
}

size_t place_mark(const char *text)
{
	return strncmp(text, "\xef\xbb\xbf", 3) == 0 ? 3 : 0;
}

/* Empty statements in front belong to a statement. */
static const char *skip_empty(const char *statement)
{
	const char *begin = skip_blanks(statement);

	while (*begin == ';')
		begin = skip_blanks(begin + 1);
	return begin;
}

/* As SQLite counts: one more than the largest one so far. */
bool place_has_unnamed(const char *text, sqlite3_stmt *statement, int number)
{
	struct token token = token_at(skip_empty(text));
	int largest = 0;

	for (; token.len; token = next_token(&token)) {
		char name[64];
		int its;

		if (!strchr(":@$?", *token.at))
			continue;
		if (is_word(&token, "?")) {
			if (++largest == number)
				return true;
			continue;
		}
		if (token.len >= sizeof(name))
			return true;
		memcpy(name, token.at, token.len);
		name[token.len] = '\0';
		its = sqlite3_bind_parameter_index(statement, name);
		/* SQLite has split it otherwise. */
		if (its == 0)
			return true;
		if (its > largest)
			largest = its;
	}
	return false;
}

bool place_is_empty(const char *statement)
{
	return *skip_empty(statement) == '\0';
}

bool place_begins_with(const char *statement, const char *word)
{
	const struct token token = token_at(skip_empty(statement));

	return is_word(&token, word);
}

const char *place_of_next(const char *statement)
{
	struct token token = token_at(skip_empty(statement));

	while (token.len)
		token = next_token(&token);
	return *token.at ? token.at + 1 : token.at;
}

const char *place_of_error(const char *statement, const char *message)
{
	static const char *const about[] = {
		"no such table: ", "no such index: ", "no such window: ",
	};
	const char *begin = skip_empty(statement), *found;

	if (strcmp(message, "incomplete input") == 0)
		return find_end(begin);
	for (size_t i = 0; i < sizeof(about) / sizeof(about[0]); i++) {
		size_t len = strlen(about[i]);

		if (strncmp(message, about[i], len) != 0)
			continue;
		found = find_name(begin, message + len);
		return found ? found : begin;
	}
	return begin;
}

const char *place_of_parameter(const char *statement, const char *name)
{
	struct token token = token_at(statement);

	while (token.len && (token.len != strlen(name) ||
			     memcmp(token.at, name, token.len) != 0))
		token = next_token(&token);
	return token.len ? token.at : skip_blanks(statement);
}
