/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * The event types of a log, and the event classes of them.
 *
 * An event class says once which fields its events have, an event type of a
 * log does not: the data may be cut, or not what was described.  So a type has
 * several classes, all of the type's name, which are made when the first such
 * event is read:
 *
 *	described, whole	a field each argument
 *	not described		`text` if it is some, else `data`, bytes
 *
 * and for data that was cut the same with a specific context `truncated` and
 * as many arguments as are there.  What is left of the data when the arguments
 * were taken is in the field `more`, where there can be such a thing.
 */
#ifndef POSIXTRACE_BABELTRACE2_EVENT_TYPES_H
#define POSIXTRACE_BABELTRACE2_EVENT_TYPES_H

#include <babeltrace2/babeltrace.h>
#include <stdbool.h>
#include <stddef.h>
#include <trace.h>

#include "trace/arguments.h"

/* An event read from a log. */
struct log_event {
	struct posix_trace_event_info info;
	unsigned char *data;	/* room for a byte more */
	size_t len;
	bool is_cut;
};

enum form {
	FORM_WHOLE,
	FORM_EMPTY,
	FORM_TEXT,
	FORM_BYTES,
	FORM_CUT_EMPTY,
	FORM_CUT_TEXT,
	FORM_CUT_BYTES,
	FORM_CUT,		/* and the number of arguments */
	FORMS = FORM_CUT + ARGUMENTS_MOST + 1,
};

struct event_type {
	char name[3 * TRACE_EVENT_NAME_MAX + 1];
	bool has_arguments;
	struct arguments arguments;
	bt_event_class *classes[FORMS];	/* NULL: not made yet */
};

enum { EVENT_TYPES = 8 * sizeof(trace_event_set_t) };

struct event_types {
	bt_trace_class *trace_class;
	bt_stream_class *stream_class;
	struct event_type *by_id[EVENT_TYPES + 1];	/* last: any other */
};

/* The classes stay the caller's, and have to stay. */
void event_types_init(struct event_types *types, bt_trace_class *trace_class,
		      bt_stream_class *stream_class);
void event_types_fini(struct event_types *types);

/* The type of an event just read from trid.  NULL: no memory. */
struct event_type *event_types_find(struct event_types *types,
				    trace_id_t trid,
				    const struct log_event *event);

/*
 * What the event's data is to be shown as; the data is put into the shape
 * that event_types_fill() takes.
 */
unsigned event_types_form(const struct event_type *type, trace_id_t trid,
			  struct log_event *event);

/* The class for it.  NULL: no memory. */
const bt_event_class *event_types_class(struct event_types *types,
					struct event_type *type,
					unsigned form);

/* Set the payload and the specific context.  False: no memory. */
bool event_types_fill(const struct event_type *type, unsigned form,
		      const struct log_event *event, bt_event *to);

#endif
