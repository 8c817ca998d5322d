/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * A template file taken apart into its stanzas and what lies between them,
 * all text kept to the byte: putting the pieces together again gives the
 * file.  Only the head of a stanza is looked at; the compiler of templates
 * judges the rest.
 */
#ifndef POSIXTRACE_TOOLS_TRCUPDATE_STANZAS_H
#define POSIXTRACE_TOOLS_TRCUPDATE_STANZAS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Where text came from: a file and the number of its first line. */
struct origin {
	const char *path;
	unsigned line;
};

/* The head of a stanza. */
struct stanza_head {
	uint16_t hook;		/* a hook id of three digits is hhh0 */
	unsigned major;
	unsigned minor;
};

struct piece {
	bool is_stanza;		/* else comments, directives, empty lines */
	struct stanza_head head;
	struct origin origin;
	char *text;		/* ends in a newline; owned */
	size_t len;
	size_t before;		/* 1 + the stanza before with this hook, or 0 */
};

struct pieces {
	struct piece *items;
	size_t n;
	size_t *last;		/* by hook: 1 + its last stanza, or 0 */
};

/*
 * Read what stands at *at, before `end`, and move *at after it.  NULL, or
 * what was expected there.
 */
const char *read_hook(const char **at, const char *end, uint16_t *hook);
const char *read_head(const char **at, const char *end,
		      struct stanza_head *head);

/*
 * Bytes of the logical line that `text` begins with: lines that end in a
 * backslash go on, and comments may lie between them.  *n_lines is their
 * number.  0: the text ends where the line goes on.
 */
size_t logical_line(const char *text, size_t len, unsigned *n_lines);

/*
 * Take a file apart.  False: a line is no stanza, or there is no memory, and
 * that has been said.  `path` must outlive the pieces.
 */
bool pieces_parse(struct pieces *pieces, const char *path, const char *text,
		  size_t len);
void pieces_fini(struct pieces *pieces);

/* The stanza for this hook that counts, the last; NULL: there is none. */
struct piece *pieces_find(struct pieces *pieces, uint16_t hook);

/*
 * Add a piece at the end; put one in the place of another with that hook;
 * empty one that pieces_find() found.  The text is copied.  Those that may
 * fail return false for no memory.
 */
bool pieces_add(struct pieces *pieces, const struct piece *piece);
bool piece_replace(struct piece *piece, const struct piece *with);
void pieces_remove(struct pieces *pieces, struct piece *piece);

/* The file that the pieces make, for the caller to free; NULL: no memory. */
char *pieces_join(const struct pieces *pieces, size_t *len);

#endif
