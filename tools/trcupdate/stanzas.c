/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* A template file taken apart into its stanzas, and put together again. */
#include "stanzas.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "common/tool.h"
#include "trcfmt.h"

static bool is_blank(char c)
{
	return c == ' ' || c == '\t';
}

const char *read_hook(const char **at, const char *end, uint16_t *hook)
{
	char digits[6] = "";
	size_t n = 0;

	while (n < sizeof(digits) - 1 && *at + n < end &&
	       isxdigit((unsigned char)(*at)[n])) {
		digits[n] = (*at)[n];
		n++;
	}
	if (n != 3 && n != 4)
		return "a hook id of 3 or 4 hexadecimal digits";
	if (trcfmt_hook_parse(digits, hook) != 0)
		return "a hook id of 4 digits that is 1000 or more, or ends in 0";
	*at += n;
	return NULL;
}

static bool read_number(const char **at, const char *end, unsigned *number)
{
	const char *p = *at;
	unsigned value = 0;

	for (; p < end && isdigit((unsigned char)*p); p++) {
		if (__builtin_mul_overflow(value, 10u, &value) ||
		    __builtin_add_overflow(value, (unsigned)(*p - '0'), &value))
			return false;
	}
	if (p == *at)
		return false;
	*number = value;
	*at = p;
	return true;
}

const char *read_head(const char **at, const char *end,
		      struct stanza_head *head)
{
	const char *wrong = read_hook(at, end, &head->hook);
	const char *p = *at;

	if (wrong)
		return wrong;
	while (p < end && is_blank(*p))
		p++;
	if (p == *at)
		return "a blank and a version such as 1.0";
	*at = p;
	if (!read_number(&p, end, &head->major) || p == end ||
	    *p++ != '.' || !read_number(&p, end, &head->minor) ||
	    (p < end && !isspace((unsigned char)*p) && *p != '\\'))
		return "a version such as 1.0";
	*at = p;
	return NULL;
}

/* The first character that is no blank is a '#', or there is none. */
static bool is_no_stanza(const char *line, size_t len)
{
	size_t i = 0;

	while (i < len && (is_blank(line[i]) || line[i] == '\r'))
		i++;
	return i == len || line[i] == '\n' || line[i] == '#';
}

static bool is_comment(const char *line, size_t len)
{
	size_t i = 0;

	while (i < len && is_blank(line[i]))
		i++;
	return i < len && line[i] == '#';
}

/* Bytes up to and with the newline. */
static size_t physical_line(const char *text, size_t len)
{
	const char *newline = memchr(text, '\n', len);

	return newline ? (size_t)(newline - text) + 1 : len;
}

static bool goes_on(const char *line, size_t len)
{
	if (len && line[len - 1] == '\n')
		len--;
	if (len && line[len - 1] == '\r')
		len--;
	return len && line[len - 1] == '\\';
}

size_t logical_line(const char *text, size_t len, unsigned *n_lines)
{
	size_t used = 0;
	bool more = true;

	*n_lines = 0;
	while (more && used < len) {
		const char *line = text + used;
		size_t n = physical_line(line, len - used);

		more = (*n_lines > 0 && is_comment(line, n)) ||
		       goes_on(line, n);
		used += n;
		(*n_lines)++;
	}
	return more ? 0 : used;
}

/* A copy that ends in a newline. */
static char *copy_text(const char *text, size_t len, size_t *out_len)
{
	bool is_ended = len && text[len - 1] == '\n';
	char *copy = malloc(len + 2);

	if (!copy)
		return NULL;
	if (len)
		memcpy(copy, text, len);
	if (!is_ended)
		copy[len++] = '\n';
	copy[len] = '\0';
	*out_len = len;
	return copy;
}

bool pieces_add(struct pieces *pieces, const struct piece *piece)
{
	struct piece added = *piece;
	struct piece *items = pieces->items;

	/* Full at every power of two. */
	if ((pieces->n & (pieces->n - 1)) == 0) {
		items = reallocarray(items, pieces->n ? 2 * pieces->n : 1,
				     sizeof(*items));
		if (!items)
			return false;
		pieces->items = items;
	}
	if (!pieces->last)
		pieces->last = calloc(UINT16_MAX + 1, sizeof(*pieces->last));
	if (!pieces->last)
		return false;
	added.text = copy_text(piece->text, piece->len, &added.len);
	if (!added.text)
		return false;
	added.before = 0;
	if (piece->is_stanza) {
		added.before = pieces->last[piece->head.hook];
		pieces->last[piece->head.hook] = pieces->n + 1;
	}
	items[pieces->n++] = added;
	return true;
}

bool piece_replace(struct piece *piece, const struct piece *with)
{
	struct piece fresh = *with;

	fresh.text = copy_text(with->text, with->len, &fresh.len);
	if (!fresh.text)
		return false;
	fresh.before = piece->before;
	free(piece->text);
	*piece = fresh;
	return true;
}

/* What is left is an empty piece, so removing many moves nothing. */
void pieces_remove(struct pieces *pieces, struct piece *piece)
{
	pieces->last[piece->head.hook] = piece->before;
	piece->is_stanza = false;
	piece->text[0] = '\0';
	piece->len = 0;
}

void pieces_fini(struct pieces *pieces)
{
	for (size_t i = 0; i < pieces->n; i++)
		free(pieces->items[i].text);
	free(pieces->items);
	free(pieces->last);
	*pieces = (struct pieces){ 0 };
}

struct piece *pieces_find(struct pieces *pieces, uint16_t hook)
{
	size_t last = pieces->last ? pieces->last[hook] : 0;

	return last ? &pieces->items[last - 1] : NULL;
}

bool pieces_parse(struct pieces *pieces, const char *path, const char *text,
		  size_t len)
{
	unsigned line = 1;
	unsigned n_lines;

	*pieces = (struct pieces){ 0 };
	for (size_t at = 0; at < len; line += n_lines) {
		struct piece piece = {
			.origin = { path, line },
			.text = (char *)text + at,
		};
		const char *head = text + at;
		const char *wrong = NULL;

		piece.is_stanza = !is_no_stanza(head, physical_line(head,
								    len - at));
		if (piece.is_stanza) {
			piece.len = logical_line(head, len - at, &n_lines);
			wrong = piece.len == 0
				? "the end of the stanza, but the file ends in a backslash"
				: read_head(&head, head + piece.len,
					    &piece.head);
		} else {
			piece.len = physical_line(head, len - at);
			n_lines = 1;
		}
		if (wrong) {
			tool_error("%s:%u:%zu: expected %s; correct the file first",
				   path, line, (size_t)(head - text) - at + 1,
				   wrong);
			return false;
		}
		if (!pieces_add(pieces, &piece)) {
			tool_error("%s: out of memory", path);
			return false;
		}
		at += piece.len;
	}
	return true;
}

char *pieces_join(const struct pieces *pieces, size_t *len)
{
	size_t size = 1;
	char *text;
	char *p;

	for (size_t i = 0; i < pieces->n; i++)
		size += pieces->items[i].len;
	p = text = malloc(size);
	if (!text)
		return NULL;
	for (size_t i = 0; i < pieces->n; i++) {
		memcpy(p, pieces->items[i].text, pieces->items[i].len);
		p += pieces->items[i].len;
	}
	*p = '\0';
	*len = (size_t)(p - text);
	return text;
}
