/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* Types of functions; see function-types.h. */
#include "symbols/function-types.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/escape.h"
#include "common/strings.h"
#include "common/tool.h"
#include "symbols/symbols.h"
#include "trace/pairs.h"

struct functions_seen {
	struct symbols *symbols;	/* NULL: they are lent */
	struct strings names;
	/* By number: entered and left. */
	struct type *types[TYPES_FUNCTIONS + 1][2];
};

enum {
	/* Bytes of a function's name that are looked at, unless it is too long. */
	NAME_MOST = sizeof(((struct type *)NULL)->utf8),
	/* Both types of a function have room for the longer of the two words, so
	 * that the same is left of its name. */
	WORD_MOST = sizeof(":enter") - 1,
	ROOM = NAME_MOST - WORD_MOST,
	/* "~0x" and 64 bits; no "~2" of another type of that name (plain-name.h). */
	HASH_LEN = 3 + 16,
};

static const char *const words[2] = { ":enter", ":exit" };
static const char others[] = "(other functions)";

static bool no_memory(const struct open_log *log)
{
	tool_error("%s: out of memory", log->path);
	return false;
}

static bool begin(struct function_types *types, const struct open_log *log,
		  const char *root)
{
	struct functions_seen *seen = calloc(1, sizeof(*seen));

	if (!seen)
		return no_memory(log);
	types->seen = seen;
	if (types->lent)
		return true;
	seen->symbols = symbols_open(log->trid, log->path, root);
	return seen->symbols != NULL;
}

void function_types_fini(struct function_types *types)
{
	struct functions_seen *seen = types->seen;

	if (!seen)
		return;
	for (size_t i = 0; i <= TYPES_FUNCTIONS; i++) {
		free(seen->types[i][0]);
		free(seen->types[i][1]);
	}
	strings_fini(&seen->names);
	symbols_close(seen->symbols);
	free(seen);
	types->seen = NULL;
}

/* FNV-1a: the same in all logs, so that they can be compared. */
static uint64_t hash(const char *name)
{
	uint64_t hash = UINT64_C(0xcbf29ce484222325);

	for (; *name; name++)
		hash = (hash ^ (unsigned char)*name) * UINT64_C(0x100000001b3);
	return hash;
}

/*
 * At most ROOM bytes.  Of a name that is too long the end is cut, not in the middle
 * of a character, and what it was is told by a hash: names of C++ often differ only
 * at their ends.
 */
static size_t put_name(char *to, const char *name)
{
	char whole[3 * NAME_MOST], end[HASH_LEN + 1];
	size_t len = (size_t)(escape_utf8(whole, name, strnlen(name, NAME_MOST)) -
			      whole);

	if (len <= ROOM) {
		memcpy(to, whole, len);
		return len;
	}
	for (len = ROOM - HASH_LEN; len && (whole[len] & 0xc0) == 0x80;)
		len--;
	snprintf(end, sizeof(end), "~0x%016" PRIx64, hash(name));
	memcpy(to, whole, len);
	memcpy(to + len, end, HASH_LEN);
	return len + HASH_LEN;
}

/* For slices only: it has no text for a terminal. */
static struct type *make_type(size_t number, unsigned which, const char *name)
{
	struct type *type = calloc(1, sizeof(*type));
	const size_t word_len = strlen(words[which]);

	if (!type)
		return NULL;
	type->id = TYPES_IDS + 2 * (trace_event_id_t)number + which;
	type->is_shown = type->is_asked = true;
	type->is_function = which == 0;
	type->utf8_len = put_name(type->utf8, name);
	memcpy(type->utf8 + type->utf8_len, words[which], word_len);
	type->utf8_len += word_len;
	return type;
}

static const struct type *find(struct functions_seen *seen, const char *name,
			       unsigned which)
{
	struct type **type;
	size_t number;

	if (!strings_find(&seen->names, name, strlen(name), &number))
		return NULL;
	if (number > TYPES_FUNCTIONS)
		number = TYPES_FUNCTIONS;
	type = &seen->types[number][which];
	if (!*type)
		*type = make_type(number, which,
				  number == TYPES_FUNCTIONS ? others : name);
	return *type;
}

const struct type *function_types_find(struct function_types *types,
				       const struct open_log *log,
				       const char *root,
				       const struct trace_event *event)
{
	const struct posix_trace_event_info *info = &event->info;
	const struct symbol *symbol;
	const struct type *type;
	char address[24];

	if (!function_types_has(info->posix_event_id) || log->is_dump)
		return event->type;
	if (!types->seen && !begin(types, log, root))
		return NULL;
	symbol = symbols_of_caller(types->lent ? types->lent :
				   types->seen->symbols, info);
	if (!symbol || !symbol->name)
		snprintf(address, sizeof(address), "0x%" PRIxPTR,
			 (uintptr_t)info->posix_prog_address);
	type = find(types->seen, symbol && symbol->name ? symbol->name : address,
		    info->posix_event_id == POSIXTRACE_FUNCTION_EXIT);
	if (!type)
		no_memory(log);
	return type;
}
