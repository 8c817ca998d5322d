/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* Selections: patterns of names, and lists of ids. */
#include "common/patterns.h"

#include <fnmatch.h>
#include <limits.h>
#include <stdlib.h>

bool patterns_add(struct patterns *patterns, const char *glob)
{
	const char **globs = reallocarray(patterns->globs, patterns->n + 1,
					  sizeof(*globs));

	if (!globs)
		return false;
	patterns->globs = globs;
	globs[patterns->n++] = glob;
	return true;
}

bool patterns_match(const struct patterns *patterns, const char *name)
{
	for (size_t i = 0; i < patterns->n; i++) {
		if (fnmatch(patterns->globs[i], name, 0) == 0)
			return true;
	}
	return false;
}

void patterns_fini(struct patterns *patterns)
{
	free(patterns->globs);
	*patterns = (struct patterns){ 0 };
}

static bool id_add(struct ids *ids, long long id)
{
	pid_t *grown;

	if (id < 0 || id > INT_MAX)
		return false;
	grown = reallocarray(ids->ids, ids->n + 1, sizeof(*grown));
	if (!grown)
		return false;
	ids->ids = grown;
	grown[ids->n++] = (pid_t)id;
	return true;
}

bool ids_add(struct ids *ids, const char *text)
{
	char *end;

	for (;; text = end + 1) {
		long long id = strtoll(text, &end, 10);

		if (end == text || !id_add(ids, id))
			return false;
		if (*end != ',')
			return *end == '\0';
	}
}

void ids_fini(struct ids *ids)
{
	free(ids->ids);
	*ids = (struct ids){ 0 };
}
