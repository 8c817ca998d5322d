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
	char text[4 * TRACE_EVENT_NAME_MAX];	/* the name for a terminal,
						 * then blanks */
	char utf8[3 * TRACE_EVENT_NAME_MAX];	/* the name for JSON */
	bool is_asked;		/* the trace has been asked for `arguments` */
	struct arguments *arguments;	/* NULL: none are described */
};

/* Ids are below this: an event set has a bit for each. */
enum { TYPES_IDS = 8 * sizeof(trace_event_set_t) };

struct types {
	trace_id_t trid;
	const struct patterns *only;
	const struct patterns *not;
	struct type *by_id[TYPES_IDS];
	unsigned n_nameless;	/* types that the trace has lost the name of */
	bool is_live;		/* a type may be described later on */
	struct type *stray;	/* the last one with an id past the end */
};

/*
 * Nothing is known yet; types_find() asks trid.  A type is shown if `only`
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

/* The name of a type, which may be empty.  False: the trace has none for it, and
 * it is its number. */
bool types_name(trace_id_t trid, trace_event_id_t id,
		char name[TRACE_EVENT_NAME_MAX + 1]);

/*
 * The next event type of the trace, in the order of its own list, and its name.
 * False: there is none, and the next one is the first again; who does not come
 * to that rewinds the list.
 */
bool types_next(trace_id_t trid, trace_event_id_t *id,
		char name[TRACE_EVENT_NAME_MAX + 1]);

/* Columns of the longest name of the trace. */
size_t types_width(struct types *types);

#endif
