/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* The event types of a trace, looked up once and kept ready for printing. */
#ifndef POSIXTRACE_TOOLS_TRACE_TYPES_H
#define POSIXTRACE_TOOLS_TRACE_TYPES_H

#include <stdbool.h>
#include <stddef.h>
#include <trace.h>

#include "common/patterns.h"
#include "trace/arguments.h"

struct type {
	trace_event_id_t id;
	bool is_shown;		/* the patterns let it through */
	size_t text_len;
	size_t utf8_len;
	size_t label_at;	/* where its label begins in `utf8` */
	char text[4 * TRACE_EVENT_NAME_MAX];	/* the label for a terminal,
						 * then blanks */
	char utf8[3 * TRACE_EVENT_NAME_MAX];	/* the name for JSON */
	bool is_function;	/* an entry, which may be told late */
	bool is_asked;		/* `arguments` have been looked up */
	struct arguments *arguments;	/* NULL: none are described */
};

/*
 * What people read for a name: that of a system event of <posixtrace.h> without
 * "posixtrace_".  Programs get the whole name.
 */
const char *types_label(trace_event_id_t id, const char *name);

/* The same of the first `*len` bytes of a type's name in UTF-8. */
static inline const char *type_label(const struct type *type, size_t *len)
{
	if (*len <= type->label_at)
		return type->utf8;
	*len -= type->label_at;
	return type->utf8 + type->label_at;
}

/* Ids are below this: an event set has a bit for each. */
enum { TYPES_IDS = 8 * sizeof(trace_event_set_t) };

/* Ids that types are shown by: those, and two for each of that many functions, and
 * for all others (symbols/function-types.h). */
enum {
	TYPES_FUNCTIONS = 8191,
	TYPES_SHOWN = TYPES_IDS + 2 * (TYPES_FUNCTIONS + 1),
};

struct types {
	trace_id_t trid;
	const struct patterns *only;
	const struct patterns *not;
	struct type *by_id[TYPES_IDS];
	unsigned n_nameless;	/* types whose names the trace has lost */
	bool is_live;		/* a type may be described later on */
	struct type *stray;	/* the last one with an id beyond these */
};

/*
 * Start with no types; types_find() queries trid.  A type is shown if `only`
 * is empty or has a word for it, and `not` has none (groups.h).
 */
void types_init(struct types *types, trace_id_t trid,
		const struct patterns *only, const struct patterns *not);

void types_fini(struct types *types);

struct type *types_add(struct types *types, trace_event_id_t id);

/* Never NULL. */
static inline const struct type *types_find(struct types *types,
					    trace_event_id_t id)
{
	if (id < TYPES_IDS && types->by_id[id] && types->by_id[id]->is_asked)
		return types->by_id[id];
	return types_add(types, id);
}

/* The name of a type, which may be empty.  False: the trace has no name for
 * it; that of a system event is known, else its number is used. */
bool types_name(trace_id_t trid, trace_event_id_t id,
		char name[TRACE_EVENT_NAME_MAX + 1]);

/*
 * The next event type of the trace, in the order of its list, and its name.
 * False: there is none, and the list was rewound; callers that stop earlier
 * have to rewind it.
 */
bool types_next(trace_id_t trid, trace_event_id_t *id,
		char name[TRACE_EVENT_NAME_MAX + 1]);

/* Columns of the longest name of the trace. */
size_t types_width(struct types *types);

#endif
