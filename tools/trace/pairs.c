/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* Events that begin and end something, by their names. */
#include "trace/pairs.h"

#include <stdlib.h>
#include <string.h>

static const struct {
	const char *begin;
	const char *end;
} words[] = {
	{ "begin", "end" },
	{ "start", "stop" },
	{ "enter", "exit" },
};

static bool is_word(const char *bytes, size_t len, const char *word)
{
	return strlen(word) == len && memcmp(bytes, word, len) == 0;
}

void pair_parse(struct pair_name *name, const struct type *type)
{
	size_t at = type->utf8_len;

	*name = (struct pair_name){ .role = PAIR_NONE };
	while (at && !strchr("_:.- ", type->utf8[at - 1]))
		at--;
	if (at < 2)
		return;
	for (unsigned i = 0; i < sizeof(words) / sizeof(words[0]); i++) {
		const char *last = type->utf8 + at;
		size_t len = type->utf8_len - at;

		if (is_word(last, len, words[i].begin))
			name->role = PAIR_BEGIN;
		else if (is_word(last, len, words[i].end))
			name->role = PAIR_END;
		else
			continue;
		name->words = i;
		name->stem_len = at - 1;
		return;
	}
}

static void begin(struct pairs *pairs, const struct pair_name *name,
		  const struct type *type, uint64_t ns)
{
	if (pairs->n == PAIRS_DEEP)
		memmove(pairs->begun, pairs->begun + 1,
			--pairs->n * sizeof(pairs->begun[0]));
	pairs->begun[pairs->n++] = (struct pair_begun){
		.type = type, .name = *name, .ns = ns,
	};
}

static bool are_pair(const struct pair_begun *begun,
		     const struct pair_name *name, const struct type *type)
{
	return begun->name.words == name->words &&
	       begun->name.stem_len == name->stem_len &&
	       memcmp(begun->type->utf8, type->utf8, name->stem_len) == 0;
}

static bool end(struct pairs *pairs, const struct pair_name *name,
		const struct type *type, uint64_t *ns)
{
	unsigned i = pairs->n;

	while (i && !are_pair(&pairs->begun[i - 1], name, type))
		i--;
	if (i == 0)
		return false;
	*ns = pairs->begun[i - 1].ns;
	/* What began after it has not ended, and cannot be in a slice. */
	pairs->n = i - 1;
	return true;
}

enum pairs_found pairs_take(struct pairs **begun, uint32_t generation,
			    const struct pair_name *name,
			    const struct type *type, uint64_t ns,
			    uint64_t *since)
{
	struct pairs *pairs = *begun;

	if (name->role != PAIR_BEGIN && name->role != PAIR_END)
		return PAIRS_NOTHING;
	if (!pairs)
		pairs = *begun = calloc(1, sizeof(*pairs));
	if (!pairs)
		return PAIRS_NO_MEMORY;
	if (pairs->generation != generation)
		pairs->n = 0;
	pairs->generation = generation;
	if (name->role == PAIR_END)
		return end(pairs, name, type, since) ? PAIRS_ENDED
						     : PAIRS_NOTHING;
	begin(pairs, name, type, ns);
	return PAIRS_NOTHING;
}
