/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * The text of a template file, read from front to back.
 *
 * A stanza is one logical line: a backslash at the end of a physical line
 * continues it, and comment lines may stand between continued lines.  All of
 * that is white space to whoever reads items.
 */
#ifndef POSIXTRACE_TRCFMT_SOURCE_H
#define POSIXTRACE_TRCFMT_SOURCE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "diag.h"

/* Copied to remember a place, assigned back to return to it. */
struct tf_source {
	const char *text;	/* all of it */
	const char *p;
	const char *end;
	const char *line_start;
	unsigned line;
};

void tf_source_init(struct tf_source *source, const char *text, size_t size);

struct tf_pos tf_source_pos(const struct tf_source *source);

/* The next character, or 0 at the end of the file. */
static inline int tf_source_peek(const struct tf_source *source)
{
	return source->p < source->end ? (unsigned char)*source->p : 0;
}

/* The one after it, or 0. */
static inline int tf_source_peek2(const struct tf_source *source)
{
	return source->end - source->p > 1 ?
		(unsigned char)source->p[1] : 0;
}

/* White space, continuations, and the comments between them. */
void tf_source_blanks(struct tf_source *source);

/* The end of the logical line: a newline that does not count as a blank. */
bool tf_source_at_end(const struct tf_source *source);

/* Is here a backslash that continues the line?  *next: after its newline. */
bool tf_source_continues(const struct tf_source *source, const char **next);

/* To the start of the next physical line. */
void tf_source_next_line(struct tf_source *source);

/* To the start of the next logical line, from wherever. */
void tf_source_next_stanza(struct tf_source *source);

/* If `c` is next, take it. */
bool tf_source_accept(struct tf_source *source, int c);

/* How long the word is that starts here; see the grammar of a word. */
size_t tf_source_word(const struct tf_source *source);

/* How long the name is that starts here: letters, digits and "_"; or 0. */
size_t tf_source_name(const struct tf_source *source);

/*
 * A number: 0x..., o..., or digits in `base`.  Takes it and returns NULL, or
 * takes nothing and returns what is wrong.
 */
const char *tf_source_number(struct tf_source *source, int base,
			     uint64_t *value);

#endif
