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
	struct symbols *symbols;
	struct strings names;
	/* By number: entered and left. */
	struct type *types[TYPES_FUNCTIONS + 1][2];
};

/* Bytes of a function's name that may matter. */
enum { NAME_MOST = sizeof(((struct type *)NULL)->utf8) };

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

/* The end of a name that is too long is cut, not in the middle of a character. */
static size_t put_name(char *to, size_t room, const char *name)
{
	char whole[3 * NAME_MOST];
	size_t len = (size_t)(escape_utf8(whole, name, strnlen(name, NAME_MOST)) -
			      whole);

	if (len > room)
		for (len = room; len && (whole[len] & 0xc0) == 0x80;)
			len--;
	memcpy(to, whole, len);
	return len;
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
	type->utf8_len = put_name(type->utf8, sizeof(type->utf8) - word_len - 1,
				  name);
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
	symbol = symbols_of_caller(types->seen->symbols, info);
	if (!symbol || !symbol->name)
		snprintf(address, sizeof(address), "0x%" PRIxPTR,
			 (uintptr_t)info->posix_prog_address);
	type = find(types->seen, symbol && symbol->name ? symbol->name : address,
		    info->posix_event_id == POSIXTRACE_FUNCTION_EXIT);
	if (!type)
		no_memory(log);
	return type;
}
