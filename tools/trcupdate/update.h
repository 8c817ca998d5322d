/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* What trcupdate does to the pieces of a template file. */
#ifndef POSIXTRACE_TOOLS_TRCUPDATE_UPDATE_H
#define POSIXTRACE_TOOLS_TRCUPDATE_UPDATE_H

#include <stdbool.h>
#include <stddef.h>

#include "stanzas.h"

/* What the first line of a file of updates has to be. */
#define UPDATE_FIRST_LINE "* /etc/trcfmt"

struct update {
	struct pieces *pieces;	/* of the template file */
	struct pieces undo;	/* what takes it back, in the order of doing */
	bool any_version;	/* -o: an older version replaces, too */
	bool verbose;
	size_t n_added;
	size_t n_replaced;
	size_t n_deleted;
	size_t n_kept;		/* not replaced: the new one is older */
};

/*
 * Do what a file of updates says, in its order: "+ STANZA" or "- HOOK" a
 * line.  False: it has errors, all of which have been said, or there is no
 * memory; the pieces are not to be used then.
 */
bool update_apply(struct update *update, const char *path, const char *text,
		  size_t len);

static inline bool update_is_change(const struct update *update)
{
	return update->n_added || update->n_replaced || update->n_deleted;
}

/*
 * The text of the file that takes the update back: last things first.  For
 * the caller to free; NULL: no memory.
 */
char *update_undo(struct update *update, size_t *len);

#endif
