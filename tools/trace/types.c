/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* The event types of a trace, looked up once and kept ready for printing. */
#include "trace/types.h"

#include <bsd/string.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/escape.h"
#include "common/tool.h"
#include "model/eventmap.h"
#include "trace/groups.h"
#include "trace/sched.h"

void types_init(struct types *types, trace_id_t trid,
		const struct patterns *only, const struct patterns *not)
{
	*types = (struct types){ .trid = trid, .only = only, .not = not };
}

static void forget(struct type *type)
{
	if (type)
		free(type->arguments);
	free(type);
}

void types_fini(struct types *types)
{
	for (size_t i = 0; i < TYPES_IDS; i++)
		forget(types->by_id[i]);
	forget(types->stray);
}

static void *allocate(size_t size)
{
	void *memory = calloc(1, size);

	if (memory)
		return memory;
	tool_error("the event types: out of memory");
	exit(TOOL_FAILURE);
}

/* For a live trace they may be known the next time. */
static void ask_arguments(const struct types *types, struct type *type)
{
	struct posixtrace_arguments described;
	struct arguments *arguments;

	if (posixtrace_get_arguments(types->trid, type->id, &described) != 0) {
		type->is_asked = !types->is_live;
		return;
	}
	type->is_asked = true;
	arguments = allocate(sizeof(*arguments));
	if (arguments_parse(arguments, &described))
		type->arguments = arguments;
	else
		free(arguments);
}

bool types_name(trace_id_t trid, trace_event_id_t id,
		char name[TRACE_EVENT_NAME_MAX + 1])
{
	if (posix_trace_eventid_get_name(trid, id, name) == 0)
		return true;
	if (id < POSIX_TRACE_UNNAMED_USEREVENT && pxt_predefined_name(id))
		strlcpy(name, pxt_predefined_name(id), TRACE_EVENT_NAME_MAX + 1);
	else
		snprintf(name, TRACE_EVENT_NAME_MAX + 1, "type-%u", id);
	return false;
}

const char *types_label(trace_event_id_t id, const char *name)
{
	static const char prefix[] = "posixtrace_";
	const size_t len = sizeof(prefix) - 1;

	if (strncmp(name, prefix, len) != 0 || !name[len])
		return name;
	return id < POSIX_TRACE_UNNAMED_USEREVENT || sched_is_type(name) ? name + len :
	       name;
}

struct type *types_add(struct types *types, trace_event_id_t id)
{
	struct type **place = id < TYPES_IDS ? &types->by_id[id]
					     : &types->stray;
	char name[TRACE_EVENT_NAME_MAX + 1];
	const char *label;
	struct type *type;
	size_t len;

	if (*place && (*place)->id == id) {
		if (!(*place)->is_asked)
			ask_arguments(types, *place);
		return *place;
	}
	type = allocate(sizeof(*type));
	types->n_nameless += !types_name(types->trid, id, name);
	len = strlen(name);
	type->id = id;
	memset(type->text, ' ', sizeof(type->text));
	label = types_label(id, name);
	type->label_at = (size_t)(label - name);
	type->text_len = (size_t)(escape_text(type->text, label,
					      strlen(label)) - type->text);
	type->utf8_len = (size_t)(escape_utf8(type->utf8, name, len) -
				  type->utf8);
	type->is_shown = (patterns_are_empty(types->only) ||
			  event_words_match(types->only, id, name)) &&
			 !event_words_match(types->not, id, name);
	ask_arguments(types, type);
	forget(*place);
	*place = type;
	return type;
}

bool types_next(trace_id_t trid, trace_event_id_t *id,
		char name[TRACE_EVENT_NAME_MAX + 1])
{
	int unavailable = 0;

	if (posix_trace_eventtypelist_getnext_id(trid, id,
						 &unavailable) != 0 ||
	    unavailable) {
		posix_trace_eventtypelist_rewind(trid);
		return false;
	}
	types_name(trid, *id, name);
	return true;
}

size_t types_width(struct types *types)
{
	char name[TRACE_EVENT_NAME_MAX + 1];
	trace_event_id_t id;
	size_t width = 0;

	while (types_next(types->trid, &id, name)) {
		const struct type *type = types_find(types, id);

		if (type->is_shown && type->text_len > width)
			width = type->text_len;
	}
	return width;
}
