/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * The contents of an event as a line of text: as `report` prints them under
 * DATA, but each field is preceded, instead of by a blank, by a control
 * character that gives its kind.  The text is escaped and contains no control
 * characters.
 */
#ifndef POSIXTRACE_TOOLS_VIEW_FIELDS_H
#define POSIXTRACE_TOOLS_VIEW_FIELDS_H

#include <posixtrace.h>

#include "trace/event.h"

struct pxt_dump;

enum field {
	FIELD_VALUE = 0x1f,		/* NAME=VALUE */
	FIELD_TEXT = 0x1e,		/* all of the data, in quotes */
	FIELD_TEXT_ENDED = 0x1d,	/* the same, with a NUL after it */
	FIELD_HEX = 0x1c,		/* all of the data, or the rest of it */
	FIELD_CONTEXT = 0x1b,		/* NAME=VALUE, but no data */
};

/* The maximum length of the line. */
size_t fields_room(const struct trace_event *event);

/* `context` is that of an event of the ThreadX dump, else NULL. */
char *fields_put(char *p, const struct trace_event *event,
		 trace_id_t trid,
		 const struct posixtrace_context *context);

#endif
